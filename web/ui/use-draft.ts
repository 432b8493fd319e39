import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { tabStorage } from './tab-storage.ts';

const nameOf = (key: string) => `draft:${key}`;

/**
 * Keeps what is typed into a form through a reload, and through signing in on the way: the fields that differ from
 * what the form began with, so that the others are as they are found next time. With them goes the `revision` that they are
 * based on: somebody else may have changed the same by then.
 * Answers a function that forgets the draft, for when the form has been sent.
 */
export function useDraft<Values extends FieldValues, Context, Output>(
  key: string,
  form: UseFormReturn<Values, Context, Output>,
  revision?: number,
): () => void {
  const { getValues, reset, subscribe } = form;
  const basis = useRef(revision);
  useEffect(() => {
    basis.current = revision;
  }, [revision]);
  useEffect(() => {
    const draft = keptDraft<Values>(key);
    // Without one nothing is touched: somebody may have typed before the script was here.
    if (Object.keys(draft).length > 0)
      reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues = {} }) =>
        keepDraft(key, changed(values, defaultValues), basis.current),
    });
  }, [key, getValues, reset, subscribe]);
  return useCallback(() => keepDraft(key, {}), [key]);
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

/** Keeps a draft in the tab; one that holds nothing is forgotten. */
export function keepDraft(key: string, draft: FieldValues, revision?: number): void {
  const kept = { ...draft, [revisionKey]: revision };
  if (Object.keys(draft).length > 0) tabStorage.set(nameOf(key), JSON.stringify(kept));
  else tabStorage.remove(nameOf(key));
}

/** No field of a form has such a name. */
const revisionKey = '@revision';

export function keptDraft<Values extends FieldValues>(key: string): Partial<Values> {
  const { [revisionKey]: _, ...draft } = storedDraft(key);
  return draft as Partial<Values>;
}

/** The revision that a draft is based on, where there is one and it knows. */
export function draftRevision(key: string): number | undefined {
  const { [revisionKey]: revision } = storedDraft(key);
  return typeof revision === 'number' ? revision : undefined;
}

function storedDraft(key: string): Record<string, unknown> {
  const draft: unknown = JSON.parse(tabStorage.get(nameOf(key)) ?? '{}');
  return typeof draft === 'object' && draft !== null ? { ...draft } : {};
}
