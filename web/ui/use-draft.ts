import { useCallback, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { tabStorage } from './tab-storage.ts';

/**
 * Keeps what is typed into a form through a reload, and through signing in halfway.
 * Answers a function that forgets the draft, for when the form has been sent.
 */
export function useDraft<Values extends FieldValues, Context, Output>(
  key: string,
  form: UseFormReturn<Values, Context, Output>,
): () => void {
  const { getValues, reset, subscribe } = form;
  const name = `draft:${key}`;
  useEffect(() => {
    reset({ ...getValues(), ...saved<Values>(name) }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: (state) => tabStorage.set(name, JSON.stringify(state.values)),
    });
  }, [name, getValues, reset, subscribe]);
  return useCallback(() => tabStorage.remove(name), [name]);
}

function saved<Values extends FieldValues>(name: string): Partial<Values> {
  const draft: unknown = JSON.parse(tabStorage.get(name) ?? '{}');
  return typeof draft === 'object' && draft !== null ? draft : {};
}
