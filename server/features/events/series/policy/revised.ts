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
  changes: Changes,
): Revisions {
  const { rrule, exdates } = stored;
  const before = { ...plan.first, rrule, exdates };
  requireBasis(stored, before, changedBy(changes, plan), changes.revision);
  return nextRevisions(stored, [...changedNames(plan)]);
}

/** The fields that were sent and differ from what was there. */
export function changedBy(changes: Changes, plan: PlannedChange): string[] {
  const names = changedNames(plan);
  return Object.entries(changes).flatMap(([name, value]) =>
    value !== undefined && names.has(name) ? [name] : [],
  );
}

/** The fields that differ on any date, and those of the rule where there is a new one. */
function changedNames({ changed, revived, rule }: PlannedChange): Set<string> {
  const ofDates = [...changed, ...revived].flatMap(({ before, after }) =>
    changedFields(before, after),
  );
  return new Set([...ofDates, ...(rule ? ['rrule', 'exdates'] : [])]);
}
