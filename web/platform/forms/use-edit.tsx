import { useState, type ReactNode } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { draftRevision } from '#web/ui/use-draft.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';

const ConflictNotes = lazyPart(() => import('./conflict-notes.tsx'));

/** A field that somebody else has changed since the form was opened. */
export interface Conflict {
  name: string;
  /** Their value, as the form holds it. */
  theirs: unknown;
  /** The value in words, where the form's own control doesn't show it. */
  text?: string | undefined;
  /** The name of its control, where it is another. */
  control?: string | undefined;
  /** Takes theirs over, where it isn't a value of the form. */
  take?: (() => void) | undefined;
}

type Revised = { revision?: number | undefined };

/**
 * Tracks edits against the values at the form's opening, and sends the differences with their
 * revision. `rebase` takes over changes by others, and shows them beside the conflicting fields. A
 * restored draft is based on the values at the time of typing.
 */
export function useEdit<Thing extends Revised, Values extends FieldValues>(
  thing: Thing,
  valuesOf: (thing: Thing) => Values,
  draft?: string,
) {
  const [base, setBase] = useState(() => basis(thing, draft));
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const shown = valuesOf(base);

  const rebase = (changes: Partial<Thing>, more: Conflict[] = []): void => {
    const next = { ...base, ...changes };
    const theirs = valuesOf(next);
    const isChanged = (name: string) => name in changes || !isSame(theirs[name], shown[name]);
    const names = Object.keys(theirs).filter(isChanged);
    setBase(next);
    setConflicts([...names.map((name) => ({ name, theirs: theirs[name] })), ...more]);
  };

  const notes = <Output,>(
    form: UseFormReturn<Values, unknown, Output>,
    textOf?: (conflict: Conflict) => string | undefined,
  ): ReactNode =>
    conflicts.length > 0 && (
      <ConflictNotes
        conflicts={conflicts.map((each) => ({ text: textOf?.(each), ...each }))}
        onSettle={({ name, theirs, take }, takes) => {
          const field = name as Path<Values>;
          const value = theirs as PathValue<Values, Path<Values>>;
          if (takes && take) take();
          else if (takes) form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
          setConflicts((open) => open.filter((each) => each.name !== name));
        }}
      />
    );

  /** Begins again with what is saved by now. */
  const follow = (saved: Thing): void => {
    setBase(saved);
    setConflicts([]);
  };

  return { base, shown, rebase, follow, notes };
}

function basis<Thing extends Revised>(thing: Thing, draft: string | undefined): Thing {
  const revision = draft === undefined ? undefined : draftRevision(draft);
  return revision === undefined ? thing : { ...thing, revision };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns those of the values that differ from what is saved; nothing is the same as an empty text. */
export function changesTo<Values extends object>(values: Values, saved: object): Partial<Values> {
  const before = saved as Record<string, unknown>;
  const differs = ([name, value]: [string, unknown]) => (value || null) !== (before[name] || null);
  return Object.fromEntries(Object.entries(values).filter(differs)) as Partial<Values>;
}
