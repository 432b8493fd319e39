import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { tabStorage } from './tab-storage.ts';

const nameOf = (key: string) => `draft:${key}`;

/**
 * Keeps a form's typed text through a reload or a sign-in. It stores only fields that differ from
 * their defaults, so that the others show current values. It stores the `revision` too, because
 * somebody else may have changed the same fields. Returns a function that deletes the draft, for
 * use after the form is sent.
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
    const draft = readDraft<Values>(key);
    // Without a draft the form stays as it is, since somebody may have typed before the script
    // loaded.
    if (Object.keys(draft).length > 0)
      reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues = {} }) =>
        saveDraft(key, changedValues(values, defaultValues), basis.current),
    });
  }, [key, getValues, reset, subscribe]);
  return useCallback(() => saveDraft(key, {}), [key]);
}

/** Returns whether the page found a draft when it opened. */
export function useHasDraft(key: string): boolean {
  const [readOnce] = useState(() => once(() => tabStorage.get(nameOf(key)) !== null));
  return useSyncExternalStore(neverChanges, readOnce, () => false);
}

const neverChanges = () => () => {};

/** Caches the first result of `read`. */
function once(read: () => boolean): () => boolean {
  let value: boolean | undefined;
  return () => (value ??= read());
}

function changedValues(values: FieldValues, initial: FieldValues): FieldValues {
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(initial[field]);
  return Object.fromEntries(Object.entries(values).filter(differs));
}

/** Saves a draft for this tab, or deletes it if it is empty. */
export function saveDraft(key: string, draft: FieldValues, revision?: number): void {
  const stored = { ...draft, [revisionKey]: revision };
  if (Object.keys(draft).length > 0) tabStorage.set(nameOf(key), JSON.stringify(stored));
  else tabStorage.remove(nameOf(key));
}

/** Can't clash with a field, whose names don't begin with @. */
const revisionKey = '@revision';

export function readDraft<Values extends FieldValues>(key: string): Partial<Values> {
  const { [revisionKey]: _, ...draft } = storedDraft(key);
  return draft as Partial<Values>;
}

/** Returns the revision that a draft is based on, if it has one. */
export function draftRevision(key: string): number | undefined {
  const { [revisionKey]: revision } = storedDraft(key);
  return typeof revision === 'number' ? revision : undefined;
}

function storedDraft(key: string): Record<string, unknown> {
  const draft: unknown = JSON.parse(tabStorage.get(nameOf(key)) ?? '{}');
  return typeof draft === 'object' && draft !== null ? { ...draft } : {};
}
