import { changedFields, nextRevisions, requireBasis, type Revisions } from '#platform/revisions.ts';
import type { StoredRule } from './new-rule.ts';
import type { Changes, PlannedChange } from './planned-change.ts';

/**
 * The revisions of a series after a change. Dates that were changed alone are passed over, and so don't count; what follows
 * one date and what follows another overlap, so all scopes share one record.
 * @throws Refusal `conflict` where others have changed a field, on many dates at once, since `revision`
 */
export function revisedSeries(
  stored: StoredRule & Revisions,
  plan: PlannedChange,
  { revision, ...changes }: Changes,
): Revisions {
  const { first, changed, revived, rule } = plan;
  const ofDates = [...changed, ...revived].flatMap(({ before, after }) =>
    changedFields(before, after),
  );
  const names = new Set([...ofDates, ...(rule ? ['rrule', 'exdates'] : [])]);
  const sent = Object.entries(changes).flatMap(([name, value]) =>
    value !== undefined && names.has(name) ? [name] : [],
  );
  const { rrule, exdates } = stored;
  requireBasis(stored, { ...first, rrule, exdates }, sent, revision);
  return nextRevisions(stored, [...names]);
}
