import type { GroupFile } from '#contract/events/group-file.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import { insertGroup } from '#features/community/groups/mutations.ts';
import { insertEvents } from '#features/events/events/mutations/events.ts';
import { insertSeries } from '#features/events/series/mutations/create.ts';
import { occurrencesOf, timesOn } from '#features/events/series/policy/occurrences.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
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
    inField(`series.${index}`, () => upcomingPart(each, now)),
  );
  return transaction(db, (tx) =>
    once(tx, attempt, now, async () => {
      const groupId = await insertGroup(tx, viewer, { ...file.group, imageUrl: null }, config, now);
      const forms = events.map((event) => ({ ...event, imageUrl: null }));
      if (forms.length > 0) await insertEvents(tx, viewer, groupId, forms, config, now);
      for (const { form, plan } of plans) {
        await insertSeries(tx, viewer, { ...form, groupId, imageUrl: null }, plan, config, now);
      }
      return groupId;
    }),
  );
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
function inField<T>(name: string, run: () => T): T {
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
