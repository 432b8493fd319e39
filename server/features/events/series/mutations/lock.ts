import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { factColumns } from '#features/events/events/queries/event.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { withDescriptions } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { lockMembership } from '#features/community/membership/queries/membership.ts';
import { editSeriesRefusal } from '../policy/series.ts';
import { series } from '../tables.ts';

/**
 * Locks a series until the transaction ends, after the viewer's membership and before its dates:
 * `share` against changes of it, `no key update` for one. Writers who add dates lock the group
 * before that.
 */
export async function lockSeries(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  strength: 'share' | 'no key update',
) {
  const [own] = await tx.select({ groupId: series.groupId }).from(series).where(eq(series.id, id));
  if (!own) return undefined;
  const [group] = await tx
    .select({
      status: groups.status,
      createdById: groups.createdById,
      chargeForEvents: groups.chargeForEvents,
    })
    .from(groups)
    .where(eq(groups.id, own.groupId))
    .for(strength === 'share' ? 'key share' : 'share');
  if (!group) return undefined;
  const membership = await lockMembership(tx, viewer, own.groupId);
  const [row] = await tx.select().from(series).where(eq(series.id, id)).for(strength);
  return row && { ...row, group, membership };
}

export type LockedSeries = NonNullable<Awaited<ReturnType<typeof lockSeries>>>;

/** Also locks the group, so added dates stay free of charge if it doesn't charge. */
export async function lockForEdit(tx: Transaction, viewer: Viewer, id: number) {
  const locked = await lockSeries(tx, viewer, id, 'no key update');
  if (!locked) throw notFound('Series');
  demand(editSeriesRefusal(viewer, locked));
  return locked;
}

/**
 * Locks the upcoming dates in the order in which every writer locks events, and returns their
 * facts.
 */
export async function lockUpcomingDates(
  tx: Transaction,
  { id, membership }: { id: number; membership: EventFacts['membership'] },
  now: Date,
): Promise<EventFacts[]> {
  const found = await tx
    .select(factColumns)
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(and(eq(events.seriesId, id), eq(events.status, 'scheduled'), gt(events.startTime, now)))
    .orderBy(asc(events.id))
    .for('no key update', { of: events });
  return found.map((facts) => ({ ...facts, membership }));
}

/** Locks every date of a series in the same order. */
export async function lockDates(tx: Transaction, id: number) {
  const rows = await tx
    .select()
    .from(events)
    .where(eq(events.seriesId, id))
    .orderBy(asc(events.id))
    .for('no key update');
  return withDescriptions(tx, rows);
}

/**
 * Locks the series of these events, but no dates yet.
 * @returns their ids
 */
export async function lockSeriesOf(tx: Transaction, eventIds: number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${series} where id in (
      select series_id from ${events} where id = any(${sql.param(eventIds)}::int[]))
    order by id for no key update`);
  return rows.map(({ id }) => id);
}

/**
 * Renumbers and counts the dates of series, by the days that the rule gave them. The dates must be
 * locked.
 */
export async function renumberDates(tx: Transaction, seriesIds: number[]): Promise<void> {
  await tx.execute(sql`
    update ${events} set series_position = numbered.position, series_count = numbered.dates
    from (
      select id, row_number() over (partition by series_id order by series_date)::int as position,
        count(*) over (partition by series_id)::int as dates
      from ${events} where series_id = any(${sql.param(seriesIds)}::int[])) as numbered
    where ${events.id} = numbered.id
      and (series_position, series_count) is distinct from (numbered.position, numbered.dates)`);
}
