import { changedFields, nextRevisions, requireBasis, type Revisions } from '#platform/revisions.ts';
import type { StoredRule } from './new-rule.ts';
import type { Changes, PlannedChange } from './planned-change.ts';

/**
 * Returns a series' revisions after a change. Dates that were changed alone are skipped, so they
 * don't count. The dates from one date on overlap with those from another, so all scopes share one
 * record.
 * @throws Refusal `conflict` if others have changed a field of many dates at once since `revision`
 */
export function revisedSeries(
  stored: StoredRule & Revisions,
  plan: PlannedChange,
  changes: Changes,
): Revisions {
  const { rrule, exdates } = stored;
  const before = { ...plan.first, rrule, exdates };
  requireBasis(stored, before, seriesChanges(changes, plan), changes.revision);
  return nextRevisions(stored, [...changedNames(plan)]);
}

/** The sent fields that differ from the current ones. */
export function seriesChanges(changes: Changes, plan: PlannedChange): string[] {
  const names = changedNames(plan);
  return Object.entries(changes).flatMap(([name, value]) =>
    value !== undefined && names.has(name) ? [name] : [],
  );
}

/** The fields that differ on any date, and those of the rule if it is new. */
function changedNames({ changed, revived, rule }: PlannedChange): Set<string> {
  const ofDates = [...changed, ...revived].flatMap(({ before, after }) =>
    changedFields(before, after),
  );
  return new Set([...ofDates, ...(rule ? ['rrule', 'exdates'] : [])]);
}
