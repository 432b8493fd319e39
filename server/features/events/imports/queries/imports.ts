import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { EventImport, GroupImports } from '#contract/events/imports.ts';
import { day } from '#contract/platform/durations.ts';
import { previewQuota, quotaNotice, type MeasuredQuota } from '#features/base/quotas/policy.ts';
import { countsOf } from '#features/base/quotas/queries.ts';
import { groups } from '#features/community/groups/tables.ts';
import { groupAndMembership } from '#features/community/membership/queries/membership.ts';
import { events } from '#features/events/events/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Draft, ImportEntry } from '#platform/calendar/drafts.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { importRefusal, undoUntil } from '../policy/access.ts';
import { isDraft } from '../policy/drafts.ts';
import { toImportedEvent, type Known } from '../policy/preview.ts';
import { dateDraft, uidOn } from '../policy/series-days.ts';
import { followedCalendars, importedEvents, imports } from '../tables.ts';

/** @throws Refusal `not_found`, `forbidden` for all but organisers */
export async function requireImporter(db: Reader, viewer: Viewer, groupId: number): Promise<void> {
  const found = await groupAndMembership(db, viewer, groupId);
  if (!found) throw notFound('Group');
  demand(importRefusal(viewer, found.group, found.membership));
}

/** @throws Refusal `not_found`, `forbidden` */
export async function groupOfImport(db: Reader, viewer: Viewer, id: number): Promise<number> {
  const [found] = await db
    .select({ groupId: imports.groupId })
    .from(imports)
    .where(and(eq(imports.id, id), isNull(imports.goneAt)));
  if (!found) throw notFound('Import');
  await requireImporter(db, viewer, found.groupId);
  return found.groupId;
}

export interface KnownEvent extends Known {
  eventId: number | null;
  seriesId: number | null;
}

/** The columns are named with their table: events have a series_id, too. */
const hasNone = (condition: SQL) =>
  sql<boolean>`not exists (select from ${events} date where
    (date.id = ${importedEvents}.event_id or date.series_id = ${importedEvents}.series_id)
      and ${condition})`;

/** Finds the events of a group that came from a calendar with the UIDs of these. */
export async function knownEvents(
  db: Reader,
  groupId: number,
  entries: Pick<Draft, 'uid' | 'dateOf'>[],
  now: Date,
): Promise<Map<string, KnownEvent>> {
  const { eventId, seriesId } = importedEvents;
  const uids = entries.map(({ uid }) => uid);
  const rows = await db
    .select({
      uid: importedEvents.uid,
      draft: importedEvents.draft,
      eventId,
      seriesId,
      isOver: hasNone(sql`date.status = 'scheduled' and date.end_time > ${now}`),
      isPast: hasNone(sql`date.end_time > ${now}`),
    })
    .from(importedEvents)
    .where(
      and(
        eq(importedEvents.groupId, groupId),
        sql`${importedEvents.uid} = any(${sql.param(uids)}::text[])`,
      ),
    );
  const known = new Map(rows.map(({ uid, ...event }) => [uid, event]));
  const dates = entries.flatMap(({ uid, dateOf }) => (known.has(uid) || !dateOf ? [] : [dateOf]));
  return new Map<string, KnownEvent>([...(await knownDates(db, groupId, dates, now)), ...known]);
}

/** Finds what a group has published of events that begin when these do, whatever their UIDs. */
export async function publishedAlike(
  db: Reader,
  groupId: number,
  entries: ImportEntry[],
): Promise<Draft[]> {
  const starts = entries.filter(isDraft).map(({ source }) => source.startTime);
  const rows = await db
    .select({ draft: importedEvents.draft })
    .from(importedEvents)
    .where(
      and(
        eq(importedEvents.groupId, groupId),
        sql`${importedEvents.draft} #>> '{source,startTime}' = any(${sql.param(starts)}::text[])`,
      ),
    );
  return rows.map(({ draft }) => draft);
}

/** Finds dates of series that a calendar has by themselves, such as in a message about one. */
async function knownDates(
  db: Reader,
  groupId: number,
  dates: NonNullable<Draft['dateOf']>[],
  now: Date,
): Promise<[string, KnownEvent][]> {
  if (dates.length === 0) return [];
  const wanted = new Set<string>(dates.map((date) => uidOn(date.uid, date.day)));
  const rows = await db
    .select({
      draft: importedEvents.draft,
      eventId: events.id,
      date: sql<string>`${events.seriesDate}::text`,
      isOver: sql<boolean>`${events.status} <> 'scheduled' or ${events.endTime} <= ${now}`,
      isPast: sql<boolean>`${events.endTime} <= ${now}`,
    })
    .from(importedEvents)
    .innerJoin(events, eq(events.seriesId, importedEvents.seriesId))
    .where(
      and(
        eq(importedEvents.groupId, groupId),
        inArray(
          importedEvents.uid,
          dates.map(({ uid }) => uid),
        ),
        inArray(
          events.seriesDate,
          dates.map((date) => date.day),
        ),
      ),
    );
  return rows.flatMap(({ draft: series, date, ...known }) => {
    const draft = dateDraft(series, date);
    return wanted.has(draft.uid) ? [[draft.uid, { ...known, draft, seriesId: null }] as const] : [];
  });
}

/** @throws Refusal `not_found` */
export async function readImport(
  db: Database | Transaction,
  id: number,
  now: Date,
): Promise<EventImport> {
  const [row] = await db
    .select({
      ...aboutColumns,
      groupId: imports.groupId,
      entries: imports.entries,
      categoryId: groups.categoryId,
    })
    .from(imports)
    .innerJoin(groups, eq(groups.id, imports.groupId))
    .where(eq(imports.id, id));
  if (!row) throw notFound('Import');
  return previewOf(db, row, now);
}

type ImportRow = Pick<
  typeof imports.$inferSelect,
  'id' | 'groupId' | 'createdAt' | 'suggested' | 'publishedAt' | 'entries'
> & { categoryId: number };

/** Writes an import as its organisers see it. */
export async function previewOf(
  db: Database | Transaction,
  { entries, groupId, categoryId, ...about }: ImportRow,
  now: Date,
): Promise<EventImport> {
  const known = await knownEvents(db, groupId, entries, now);
  const until = undoUntil(about.publishedAt);
  return {
    ...aboutImport(about),
    undoUntil: until && until > now ? until.toISOString() : null,
    events: entries.map((entry) => toImportedEvent(entry, known.get(entry.uid), categoryId, now)),
  };
}

const aboutColumns = {
  id: imports.id,
  createdAt: imports.createdAt,
  suggested: imports.suggested,
  publishedAt: imports.publishedAt,
};

const aboutImport = <Row extends { createdAt: Date; publishedAt: Date | null }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

const mostListed = 20;

/** Without entries that stand for events that are left out. */
const eventCount = sql<number>`(jsonb_array_length(${imports.entries})
  - jsonb_array_length(jsonb_path_query_array(${imports.entries}, '$[*].leftOut')))::int`;

export async function listOfImports(
  db: Database,
  viewer: Viewer,
  groupId: number,
  config: Config,
  now: Date,
): Promise<GroupImports> {
  const rows = await db
    .select({ ...aboutColumns, count: eventCount })
    .from(imports)
    .where(and(eq(imports.groupId, groupId), isNull(imports.goneAt)))
    .orderBy(desc(imports.id))
    .limit(mostListed);
  const [followed] = await db
    .select({
      url: followedCalendars.url,
      checkedAt: followedCalendars.checkedAt,
      problem: followedCalendars.problem,
    })
    .from(followedCalendars)
    .where(eq(followedCalendars.groupId, groupId));
  const quota = quotaNotice([await measuredPreviews(db, viewer, config, now)]);
  return {
    followed: followed ? toFollowed(followed) : null,
    imports: rows.map(aboutImport),
    ...(quota && { quota }),
  };
}

/** Counts the previews that the viewer has made in 24 hours, those that are gone included. */
export async function measuredPreviews(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<MeasuredQuota> {
  const since = new Date(now.getTime() - day).toISOString();
  const counts = {
    bytes: sql`select sum(bytes) from ${imports}
      where created_by_id = ${viewer.id} and ${imports.createdAt} > ${since}`,
  };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return previewQuota(config.quotas, isNew, used.bytes);
}

/** The rest of the address may be a secret. */
const toFollowed = ({ url, checkedAt, problem }: Followed) => ({
  host: new URL(url).host,
  checkedAt: checkedAt?.toISOString() ?? null,
  problem,
});

interface Followed {
  url: string;
  checkedAt: Date | null;
  problem: string | null;
}
