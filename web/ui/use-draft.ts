import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { tabStorage } from './tab-storage.ts';

const nameOf = (key: string) => `draft:${key}`;

/**
 * Keeps what is typed into a form through a reload, and through signing in on the way: the fields that differ from
 * what the form began with, so that the others are as they are found next time.
 * Answers a function that forgets the draft, for when the form has been sent.
 */
export function useDraft<Values extends FieldValues, Context, Output>(
  key: string,
  form: UseFormReturn<Values, Context, Output>,
): () => void {
  const { getValues, reset, subscribe } = form;
  const name = nameOf(key);
  useEffect(() => {
    const draft = saved<Values>(name);
    // Without one nothing is touched: somebody may have typed before the script was here.
    if (Object.keys(draft).length > 0)
      reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues = {} }) => keep(name, changed(values, defaultValues)),
    });
  }, [name, getValues, reset, subscribe]);
  return useCallback(() => tabStorage.remove(name), [name]);
}

/** Whether the page has found a draft as it opened: what stands in the form is not what is saved. */
export function useDraftFound(key: string): boolean {
  const [found] = useState(() => once(() => tabStorage.get(nameOf(key)) !== null));
  return useSyncExternalStore(neverChanges, found, () => false);
}

const neverChanges = () => () => {};

/** Reads when it is first asked, and answers the same from then on. */
function once(read: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => (known ??= read());
}

function changed(values: FieldValues, initial: FieldValues): FieldValues {
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(initial[field]);
  return Object.fromEntries(Object.entries(values).filter(differs));
}

function keep(name: string, draft: FieldValues): void {
  if (Object.keys(draft).length > 0) tabStorage.set(name, JSON.stringify(draft));
  else tabStorage.remove(name);
}

function saved<Values extends FieldValues>(name: string): Partial<Values> {
  const draft: unknown = JSON.parse(tabStorage.get(name) ?? '{}');
  return typeof draft === 'object' && draft !== null ? draft : {};
}
