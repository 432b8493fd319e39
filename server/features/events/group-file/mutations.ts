import { eq, inArray } from 'drizzle-orm';
import type { GroupFile } from '#contract/events/group-file.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import { insertGroup } from '#features/community/groups/mutations/groups.ts';
import { groups } from '#features/community/groups/tables.ts';
import { inBatches, insertEvents } from '#features/events/events/mutations/events.ts';
import { requireDatesTogether } from '#features/events/events/mutations/quota.ts';
import { events as eventsTable } from '#features/events/events/tables.ts';
import { insertSeries } from '#features/events/series/mutations/create.ts';
import {
  occurrencesOf,
  timesOn,
  type Occurrences,
} from '#features/events/series/policy/occurrences.ts';
import { series } from '#features/events/series/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { inSteps } from '#platform/db/steps.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { idempotencyKeys } from '#platform/idempotency/tables.ts';
import { demand, invalid, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/**
 * Starts a group with the upcoming events of a file, or nothing at all.
 * @throws Refusal `profile_incomplete`, `invalid`, `quota`, `too_many_requests`, `suspended`
 */
export async function startGroupFrom(
  db: Database,
  viewer: Viewer,
  file: GroupFile,
  attempt: Attempt | undefined,
  config: Config,
  now: Date,
): Promise<number> {
  demand(profileRefusal(viewer, 'create a group'));
  const events = file.events.filter(
    ({ status, startTime }) => status === 'scheduled' && startTime > now,
  );
  const plans = file.series.flatMap((each, index) =>
    prefixFields(`series.${index}`, () => upcomingPart(each, now)),
  );
  const forms = events.map((event) => ({ ...event, imageUrl: null }));
  return inSteps(
    db,
    async () => {},
    async (steps) => {
      const { run, each, undoBy } = steps;
      let isMade = false;
      const groupId = await run((tx) =>
        once(tx, attempt, now, async () => {
          isMade = true;
          const id = await insertGroup(tx, viewer, { ...file.group, imageUrl: null }, config, now);
          await requireDates(tx, viewer, id, forms.length + datesIn(plans), config, now);
          return id;
        }),
      );
      if (!isMade) return groupId;
      undoBy((tx) => deleteGroup(tx, groupId, attempt));
      await each(inBatches(forms), async (tx, batch) => {
        const ids = await insertEvents(tx, viewer, groupId, batch, config, now);
        undoBy((undoing) => undoing.delete(eventsTable).where(inArray(eventsTable.id, ids)));
      });
      await each(plans, async (tx, { form, plan }) => {
        const whole = { ...form, groupId, imageUrl: null };
        const id = await insertSeries(tx, viewer, whole, plan, config, now);
        undoBy((undoing) => undoing.delete(series).where(eq(series.id, id)));
      });
      return groupId;
    },
  );
}

const datesIn = (plans: { plan: Occurrences }[]) =>
  plans.reduce((sum, { plan }) => sum + plan.dates.length, 0);

/** @throws Refusal `quota` */
async function requireDates(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  created: number,
  config: Config,
  now: Date,
): Promise<void> {
  const [group] = await tx.select({ status: groups.status }).from(groups).where(eq(groups.id, id));
  const dates = { created, what: `This file has ${created} dates to come.` };
  await requireDatesTogether(tx, viewer, { id, status: group?.status ?? '' }, dates, config, now);
}

/** Takes back a group whose events were refused. */
async function deleteGroup(tx: Transaction, id: number, attempt: Attempt | undefined) {
  await tx.delete(groups).where(eq(groups.id, id));
  if (attempt) await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.key, attempt.key));
}

type SeriesInFile = GroupFile['series'][number];

/** Plans the dates of a series that are still to come; none for a series that is over. */
function upcomingPart(form: SeriesInFile, now: Date) {
  const { dates } = occurrencesOf(form);
  const next = dates.find(({ startTime }) => startTime > now);
  if (!next) return [];
  const { seriesDate: _, ...times } = timesOn(next, form);
  const upcoming = { ...form, ...times };
  return [{ form: upcoming, plan: occurrencesOf(upcoming) }];
}

/** Names the fields of a refusal as the file's entry has them: 'series.2.rrule'. */
function prefixFields<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    const named = Object.entries(error.fields).map(([field, sentence]) => [
      `${name}.${field}`,
      sentence,
    ]);
    throw invalid(Object.fromEntries(named));
  }
}
