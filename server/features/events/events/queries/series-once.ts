import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { EventCard } from '#contract/events/events.ts';
import { furtherDates } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { boundParam, roundedUp, statement } from '#platform/db/fast/statements.ts';
import { inOrder } from '#platform/db/search.ts';
import type { Viewer } from '#platform/viewer.ts';
import { series } from '#features/events/series/tables.ts';
import { events } from '../tables.ts';
import { selectCards } from './cards.ts';
import {
  isInGroup,
  isAfterCursor,
  startOrder,
  nowParam,
  pageOfIds,
  isScheduled,
  startCursor,
  toPage,
} from './list.ts';

const hasNoSeries = sql`${events.seriesId} is null`;
const ofSeries = and(eq(events.seriesId, series.id), isScheduled);
const dateColumns = sql`${events.startTime}, ${events.endTime}, ${events.id}`;

/**
 * Finds the next or current date of each series, along the index of its dates: one on either side
 * of now.
 */
const nextDates = sql`select next.start_time, next.id from ${series}
  cross join lateral (select start_time, id from (
      (select ${dateColumns} from ${events} where ${and(ofSeries, sql`${events.startTime} <= ${nowParam}`)}
        order by ${desc(events.startTime)}, ${desc(events.id)} limit 1)
      union all
      (select ${dateColumns} from ${events} where ${and(ofSeries, sql`${events.startTime} > ${nowParam}`)}
        order by ${events.startTime}, ${events.id} limit 1)
    ) either where end_time > ${nowParam} order by start_time, id limit 1) next
  where ${eq(series.groupId, boundParam('group', 'int'))}`;

/** The ids of a group's next events without a series, and of those of series, a page of each. */
function idsOncePerSeries(after: SQL | undefined, size: number) {
  const within = and(isInGroup, hasNoSeries);
  const alone = pageOfIds({ begins: nowParam, after, within, match: undefined, size });
  const dated = inOrder(
    { table: events, key: startOrder, within: after, match: undefined, limit: size },
    nextDates,
  );
  return sql`(${alone}) union all (select id from (${dated}) next)`;
}

/**
 * A group's upcoming events for viewers who may see the group: each series once, by its next date
 * and some that follow.
 */
export async function groupEventsOncePerSeries(
  db: Database,
  viewer: Viewer | null,
  groupId: number,
  filter: { limit: number; cursor?: string | undefined },
  now: Date,
) {
  const after = startCursor.decode(filter.cursor);
  const size = roundedUp(filter.limit + 1);
  const list = statement(db, `events_once${after ? '_a' : ''}_${size}`, (sqlDb) =>
    selectCards(sqlDb)
      .where(sql`${events.id} in (${idsOncePerSeries(after && isAfterCursor, size)})`)
      .orderBy(events.startTime, events.id)
      .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({
    viewer: viewer?.id ?? '',
    now,
    group: groupId,
    afterTime: after?.[0],
    afterId: after?.[1],
    limit: filter.limit + 1,
  });
  const { items, next } = toPage(rows, viewer, filter.limit, now);
  return { items: await withFurtherDates(db, items), next };
}

async function withFurtherDates(db: Database, cards: EventCard[]): Promise<EventCard[]> {
  const shown = cards.filter((card) => card.series).map(({ id }) => id);
  if (shown.length === 0) return cards;
  const further = statement(db, 'series_further_dates', (sqlDb) =>
    sqlDb
      .select({ seriesId: events.seriesId, id: events.id, startTime: events.startTime })
      .from(events)
      .where(sql`${events.id} in (${laterThan})`)
      .orderBy(events.startTime, events.id),
  );
  const rows = await further.execute({ shown });
  return cards.map((card) => {
    if (!card.series) return card;
    const { id } = card.series;
    const next = rows
      .filter(({ seriesId }) => seriesId === id)
      .map((row) => ({ id: row.id, startTime: row.startTime.toISOString() }));
    return { ...card, series: { ...card.series, next } };
  });
}

/** Lists the dates of the same series that follow those of placeholder `shown`. */
const laterThan = sql`select later.id from ${events} shown
  cross join lateral (select ${events.id} from ${events}
    where ${events.seriesId} = shown.series_id and ${isScheduled}
      and (${events.startTime}, ${events.id}) > (shown.start_time, shown.id)
    order by ${events.startTime}, ${events.id} limit ${sql.raw(String(furtherDates))}) later
  where shown.id = any (${boundParam('shown', 'int[]')}::int[])`;
