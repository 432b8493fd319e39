import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockGroup } from '#features/community/groups/queries/groups.ts';
import { withAdvisoryLock } from '#features/trust/moderation/mutations.ts';
import type { ImportEntry } from '#platform/calendar/drafts.ts';
import { isDraft } from '../policy/drafts.ts';
import { isNews } from '../policy/preview.ts';
import {
  isDeclined,
  stillDeclined,
  withCompletionsOf,
  withDeclined,
  withEarlierUids,
  type Declined,
} from '../policy/suggestions.ts';
import { knownEvents, publishedAlike, requireImporter } from '../queries/imports.ts';
import { fetchCalendar, readEntries } from '../queries/read-calendar.ts';
import { followedCalendars, imports } from '../tables.ts';

/**
 * Follows a calendar in place of an earlier one, once it could be read.
 * @throws Refusal `not_found`, `forbidden`, `invalid` naming `url`, `too_large`
 */
export async function startFollowing(
  db: Database,
  viewer: Viewer,
  groupId: number,
  url: CleanText,
  config: Config,
  now: Date,
): Promise<void> {
  await requireImporter(db, viewer, groupId);
  await readEntries(await fetchCalendar(config, url), now, url);
  const schedule = { failures: 0, checkedAt: null, dueAt: now, leasedUntil: null };
  const start = { problem: null, declined: {}, ...schedule, createdAt: now };
  const fresh = { url, addedById: viewer.id, ...start };
  await transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await requireImporter(tx, viewer, groupId);
    await tx
      .insert(followedCalendars)
      .values({ groupId, ...fresh })
      .onConflictDoUpdate({ target: followedCalendars.groupId, set: fresh });
  });
}

/** @throws Refusal `not_found`, `forbidden` */
export async function stopFollowing(db: Database, viewer: Viewer, groupId: number): Promise<void> {
  await transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await requireImporter(tx, viewer, groupId);
    await tx.delete(followedCalendars).where(eq(followedCalendars.groupId, groupId));
    await dropSuggestions(tx, groupId);
  });
}

/** A calendar that this process reads until its lease ends. */
export interface LeasedCalendar {
  groupId: number;
  url: CleanText;
  leasedUntil: Date | null;
}

const leaseLength = 2 * minute;
/** The wait after a first failure. It doubles with each in a row, up to a day. */
const firstWait = 30 * minute;
/** No process's clock is this wrong, so a time further ahead was set by a broken clock. */
const farAhead = day + hour;

/**
 * Leases the next due calendar. The people who added them take turns, one calendar at a time,
 * whether they have one or fifty. The lease counts as a failure until the calendar was read, so one
 * that ends the process waits like others that fail.
 * @returns undefined once none is due, or those that are wait for another of the same person
 */
export const leaseCalendar = (db: Database, now: Date): Promise<LeasedCalendar | undefined> =>
  transaction(db, async (tx) => {
    await withAdvisoryLock(tx, 'followed calendars');
    const { groupId, addedById, url, dueAt, failures, leasedUntil } = followedCalendars;
    const [next] = await tx
      .select({ groupId })
      .from(followedCalendars)
      .where(
        and(
          or(lte(dueAt, now), gt(dueAt, new Date(now.getTime() + farAhead))),
          sql`not exists (select from ${followedCalendars} other
            where (other.group_id = ${groupId} or other.added_by_id = ${addedById})
              and other.leased_until > ${now}
              and other.leased_until <= ${new Date(now.getTime() + leaseLength)})`,
        ),
      )
      .orderBy(
        sql`(select max(other.checked_at) from ${followedCalendars} other
          where other.added_by_id = ${addedById}) nulls first`,
        dueAt,
      )
      .limit(1);
    if (!next) return undefined;
    const [leased] = await tx
      .update(followedCalendars)
      .set({
        checkedAt: now,
        leasedUntil: new Date(now.getTime() + leaseLength),
        dueAt: new Date(now.getTime() + firstWait),
        failures: sql`${failures} + 1`,
      })
      .where(eq(groupId, next.groupId))
      .returning({ groupId, url, leasedUntil });
    return leased;
  });

/** A calendar that was followed anew meanwhile has no lease. */
const isLeased = ({ groupId, url, leasedUntil }: LeasedCalendar) =>
  and(
    eq(followedCalendars.groupId, groupId),
    eq(followedCalendars.url, url),
    sql`${followedCalendars.leasedUntil} = ${leasedUntil}`,
  );

/** Ends a lease with what was read, and looks again in a day. */
export async function recordEntries(
  db: Database,
  calendar: LeasedCalendar,
  entries: ImportEntry[],
  now: Date,
): Promise<void> {
  const { groupId } = calendar;
  await transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    const dueAt = new Date(now.getTime() + day);
    const [followed] = await tx
      .update(followedCalendars)
      .set({ problem: null, failures: 0, dueAt, leasedUntil: null })
      .where(isLeased(calendar))
      .returning({ declined: followedCalendars.declined });
    if (followed) await writeSuggestion(tx, { groupId, ...followed }, entries, now);
  });
}

/** Ends a lease with the reason why the calendar could not be read. */
export async function recordProblem(
  db: Database,
  calendar: LeasedCalendar,
  problem: string,
  now: Date,
): Promise<void> {
  const { failures } = followedCalendars;
  const wait = sql`least(${day}::float8, ${firstWait}::float8 * power(2, least(${failures} - 1, 10)))`;
  const dueAt = sql`${now}::timestamptz + make_interval(secs => ${wait} / 1000)`;
  await db
    .update(followedCalendars)
    .set({ problem: cleanText(problem), dueAt, leasedUntil: null })
    .where(isLeased(calendar));
}

/** Ends a lease as if it had never begun. */
export async function releaseCalendar(
  db: Database,
  calendar: LeasedCalendar,
  now: Date,
): Promise<void> {
  await db
    .update(followedCalendars)
    .set({ dueAt: now, failures: sql`${followedCalendars.failures} - 1`, leasedUntil: null })
    .where(isLeased(calendar));
}

/**
 * Renews the group's one suggestion: what is new or changed since the last publication, without
 * what organisers have declined.
 */
async function writeSuggestion(
  tx: Transaction,
  { groupId, declined }: { groupId: number; declined: Declined },
  read: ImportEntry[],
  now: Date,
): Promise<void> {
  const [standing] = await tx
    .select({ id: imports.id, entries: imports.entries })
    .from(imports)
    .where(isSuggestion(groupId));
  const earlier = [
    ...(await publishedAlike(tx, groupId, read)),
    ...(standing?.entries ?? []).filter(isDraft),
  ];
  const entries = withEarlierUids(read, earlier);
  const known = await knownEvents(tx, groupId, entries, now);
  const news = entries.filter(
    (entry) => isNews(entry, known.get(entry.uid), now) && !isDeclined(entry, declined),
  );
  await tx
    .update(followedCalendars)
    .set({ declined: stillDeclined(declined, entries) })
    .where(eq(followedCalendars.groupId, groupId));
  if (news.length === 0) {
    await dropSuggestions(tx, groupId);
    return;
  }
  if (standing) {
    await tx
      .update(imports)
      .set({ entries: withCompletionsOf(standing.entries, news), createdAt: now })
      .where(eq(imports.id, standing.id));
  } else {
    await tx.insert(imports).values({ groupId, suggested: true, entries: news, createdAt: now });
  }
}

const isSuggestion = (groupId: number) =>
  and(eq(imports.groupId, groupId), eq(imports.suggested, true), isNull(imports.publishedAt));

const dropSuggestions = (tx: Transaction, groupId: number) =>
  tx.delete(imports).where(isSuggestion(groupId));

/** Suggests these events no more, unless their calendar changes them. */
export async function declineEvents(
  tx: Transaction,
  groupId: number,
  entries: ImportEntry[],
): Promise<void> {
  const [followed] = await tx
    .select({ declined: followedCalendars.declined })
    .from(followedCalendars)
    .where(eq(followedCalendars.groupId, groupId));
  if (!followed) return;
  await tx
    .update(followedCalendars)
    .set({ declined: withDeclined(followed.declined, entries) })
    .where(eq(followedCalendars.groupId, groupId));
}
