import type { CleanText } from '#contract/platform/clean-text.ts';
import { Refusal } from './refusal.ts';

/** The columns of a row that several people may edit at once. */
export interface Revisions {
  revision: number;
  /** The revision at which each field last changed; fields that never changed are missing. */
  fieldRevisions: Record<string, number>;
}

/**
 * Merges an edit with other people's changes since its base revision; without a base the edit wins.
 * The caller has locked the row.
 * @returns the columns to store: each field that the edit changes gets the next revision
 * @throws Refusal `conflict` where others have changed a field that the edit changes, too
 */
export function revise<Fields extends object>(
  stored: Revisions,
  before: Fields,
  edit: { [Name in keyof Fields]?: Fields[Name] | undefined },
  basedOn?: number,
): Revisions {
  const fields = changedFields(before, edit);
  requireBasis(stored, before, fields, basedOn);
  return nextRevisions(stored, fields);
}

/**
 * @throws Refusal `conflict` where others have changed one of these fields since the revision that
 * an edit is based on
 */
export function requireBasis(
  { revision, fieldRevisions }: Revisions,
  before: object,
  fields: string[],
  basedOn = Infinity,
): void {
  const conflicts = fields.filter((name) => (fieldRevisions[name] ?? 0) > basedOn);
  if (conflicts.length > 0) throw conflictRefusal(revision, before, conflicts);
}

/** Returns the revision columns after a change of these fields; unchanged if there are none. */
export function nextRevisions(
  { revision, fieldRevisions }: Revisions,
  fields: string[],
): Revisions {
  if (fields.length === 0) return { revision, fieldRevisions };
  const next = revision + 1;
  const changed = Object.fromEntries(fields.map((name) => [name, next]));
  return { revision: next, fieldRevisions: { ...fieldRevisions, ...changed } };
}

/** Returns the names of the edit's fields that differ from the current ones. */
export function changedFields(before: object, edit: object): string[] {
  const standing = before as Record<string, unknown>;
  return Object.entries(edit).flatMap(([name, value]) =>
    value === undefined || isSame(value, standing[name]) ? [] : [name],
  );
}

/** Leaves out the fields that are undefined: they were not sent, and stay. */
export const sentFields = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** An empty text clears its field. */
export const emptied = (text: CleanText | null | undefined) =>
  text === undefined ? text : text || null;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const changedMeanwhile = 'Someone has changed this since you opened it';

/** Refuses an edit, with the current values of the fields that somebody else has changed. */
function conflictRefusal(revision: number, standing: object, names: string[]): Refusal {
  const values = standing as Record<string, unknown>;
  const current = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const fields = Object.fromEntries(names.map((name) => [name, changedMeanwhile]));
  return new Refusal(
    'conflict',
    'Someone else has changed this since you opened it. Please check their changes, then save again.',
    { fields, current: { ...current, revision } },
  );
}
