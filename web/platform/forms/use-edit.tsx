import { useState, type ReactNode } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { draftRevision } from '#web/ui/use-draft.ts';
import { ConflictNotes, type Conflict } from './conflict-notes.tsx';

type RevisedRow = { revision?: number | undefined };

/**
 * Tracks edits against the values when the form opened. `rebase` accepts changes by others and
 * shows them beside the conflicting fields. A restored draft keeps the revision at which it was
 * typed.
 */
export function useEdit<Entity extends RevisedRow, Values extends FieldValues>(
  entity: Entity,
  valuesOf: (entity: Entity) => Values,
  draft?: string,
) {
  const [base, setBase] = useState(() => editBasis(entity, draft));
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const shown = valuesOf(base);

  const rebase = (changes: Partial<Entity>, more: Conflict[] = []): void => {
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
        onSettle={({ name, theirs, take }, usesTheirs) => {
          const field = name as Path<Values>;
          const value = theirs as PathValue<Values, Path<Values>>;
          if (usesTheirs && take) take();
          else if (usesTheirs)
            form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
          setConflicts((open) => open.filter((each) => each.name !== name));
        }}
      />
    );

  /** Restarts from the latest saved values. */
  const follow = (saved: Entity): void => {
    setBase(saved);
    setConflicts([]);
  };

  return { base, shown, rebase, follow, notes };
}

function editBasis<Entity extends RevisedRow>(entity: Entity, draft: string | undefined): Entity {
  const revision = draft === undefined ? undefined : draftRevision(draft);
  return revision === undefined ? entity : { ...entity, revision };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the values that differ from the saved ones. Empty text equals null. */
export function changesTo<Values extends object>(values: Values, saved: object): Partial<Values> {
  const before = saved as Record<string, unknown>;
  const differs = ([name, value]: [string, unknown]) => (value || null) !== (before[name] || null);
  return Object.fromEntries(Object.entries(values).filter(differs)) as Partial<Values>;
}
