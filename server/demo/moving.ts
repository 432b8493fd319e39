import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { dateOf } from '#contract/platform/days.ts';
import { day, hour } from '#contract/platform/durations.ts';
import { arrivals } from '#features/events/arrivals/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { renumberDates } from '#features/events/series/mutations/lock.ts';
import { series } from '#features/events/series/tables.ts';
import { bankHolidayOn } from '#features/events/series/policy/bank-holidays.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import type { Job } from '#platform/jobs/runner.ts';
import { jobs } from '#platform/jobs/tables.ts';
import { upcoming, weeksLater } from './calendar.ts';
import { demoContent } from './content.ts';
import { weeklyRule } from './weekly.ts';

const jobName = 'demonstration';

/** Moves past dates of a demo forward each night, with their RSVPs. */
export const demonstrationJob: Job = {
  name: jobName,
  everyMs: day,
  run: async ({ db, config, clock }) => ({ moved: config.demo ? await moveOn(db, clock()) : 0 }),
};

/** Records when a demo begins: earlier events stay where they are. */
export async function beginMoving(tx: Transaction, now: Date): Promise<void> {
  const slot = new Date(Math.floor(now.getTime() / day) * day);
  const begun = { slot, startedAt: now, endedAt: now };
  await tx
    .insert(jobs)
    .values({ name: jobName, ...begun })
    .onConflictDoUpdate({ target: jobs.name, set: begun });
}

/** Returns the text of a date; undefined if a person created or renamed its event. */
const textOf = ({ groupName, title }: DateOver) =>
  demoContent()
    .groups.find(({ name: group }) => group === groupName)
    ?.events.find((event) => event.title === title);

/**
 * Moves dates that ended since the last run to the next time they take place. Events that a person
 * created or renamed stay.
 * @returns how many dates moved
 */
async function moveOn(db: Database, now: Date): Promise<number> {
  const [last] = await db
    .select({ endedAt: jobs.endedAt })
    .from(jobs)
    .where(eq(jobs.name, jobName));
  // A database that didn't begin as a demo has no such moment.
  if (!last?.endedAt) return 0;
  // An event may have ended while the job ran; one that has moved already is no longer over.
  const since = new Date(last.endedAt.getTime() - hour);
  const over = await datesOver(db, since, now);
  const failed: DateOver[] = [];
  const moved = await forEachItem(over, (date) =>
    transaction(db, (tx) => moveOver(tx, date, now)).catch((error: unknown) => {
      failed.push(date);
      throw error;
    }),
  );
  // Only a run that fails leaves its moment, from which the next one looks again.
  if (failed.length > 0) throw new Error(`${failed.length} dates could not be moved`);
  return moved;
}

async function moveOver(tx: Transaction, date: DateOver, now: Date): Promise<number> {
  const text = textOf(date);
  if (!text) return 0;
  if (date.seriesId === null) await moveDate(tx, date, upcoming(text, date.startTime, now), now);
  else await moveToEnd(tx, date, date.seriesId, now);
  return 1;
}

type DateOver = Awaited<ReturnType<typeof datesOver>>[number];

const datesOver = (db: Database, since: Date, now: Date) =>
  db
    .select({
      id: events.id,
      title: events.title,
      groupName: groups.name,
      startTime: events.startTime,
      endTime: events.endTime,
      rsvpClosesAt: events.rsvpClosesAt,
      seriesId: events.seriesId,
      seriesDate: events.seriesDate,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(and(eq(events.status, 'scheduled'), gt(events.endTime, since), lte(events.endTime, now)))
    .orderBy(asc(events.startTime), asc(events.id));

async function moveDate(
  tx: Transaction,
  date: DateOver,
  startTime: Date,
  now: Date,
): Promise<void> {
  const later = startTime.getTime() - date.startTime.getTime();
  const moved = (time: Date) => new Date(time.getTime() + later);
  await tx
    .update(events)
    .set({
      startTime,
      endTime: moved(date.endTime),
      rsvpClosesAt: date.rsvpClosesAt && moved(date.rsvpClosesAt),
      startSetAt: now,
      changedAt: now,
      revision: sql`${events.revision} + 1`,
      ...(date.seriesId !== null && { seriesDate: dateOf(startTime) }),
    })
    .where(eq(events.id, date.id));
  await tx.delete(arrivals).where(eq(arrivals.eventId, date.id));
}

/** A series keeps its number of dates: the one that is over becomes its last. */
async function moveToEnd(tx: Transaction, over: DateOver, id: number, now: Date): Promise<void> {
  const [rule] = await tx
    .select({ rrule: series.rrule, firstDate: series.firstDate, exdates: series.exdates })
    .from(series)
    .where(eq(series.id, id))
    .for('no key update');
  const dates = await tx
    .select({ id: events.id, seriesDate: events.seriesDate, startTime: events.startTime })
    .from(events)
    .where(eq(events.seriesId, id))
    .orderBy(asc(events.startTime));
  const daysOf = (all: typeof dates) => all.flatMap(({ seriesDate }) => seriesDate ?? []);
  // A person changed its rule or the day of a date, so the series stays as it is.
  if (!isDeepStrictEqual(rule, weeklyRule(daysOf(dates)))) return;
  const startTime = nextWeek(dates.at(-1)?.startTime ?? now, now);
  await moveDate(tx, over, startTime, now);
  const days = [...daysOf(dates.filter((each) => each.id !== over.id)), dateOf(startTime)];
  await tx.update(series).set(weeklyRule(days)).where(eq(series.id, id));
  await renumberDates(tx, [id]);
}

function nextWeek(last: Date, now: Date): Date {
  let next = weeksLater(last, 1);
  while (next <= now || bankHolidayOn(dateOf(next))) next = weeksLater(next, 1);
  return next;
}
