import { useCallback, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Keeps what is typed into a form through a reload, and through signing in halfway: in the tab's own
 * storage, since the next person at the machine has no business with it.
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
      callback: (state) => store((storage) => storage.setItem(name, JSON.stringify(state.values))),
    });
  }, [name, getValues, reset, subscribe]);
  return useCallback(() => store((storage) => storage.removeItem(name)), [name]);
}

function saved<Values extends FieldValues>(name: string): Partial<Values> {
  const draft = store<unknown>((storage) => JSON.parse(storage.getItem(name) ?? '{}'));
  return typeof draft === 'object' && draft !== null ? draft : {};
}

/** A browser may refuse its storage, or have no room left; then there is no draft. */
function store<Answer>(use: (storage: Storage) => Answer): Answer | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
