import { and, eq, sql } from 'drizzle-orm';
import type { Series } from '#contract/events/series/series.ts';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Viewer } from '#platform/viewer.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { rsvpRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { selectCards, toCard, type CardRow } from '#features/events/events/queries/cards.ts';
import { descriptionOnce, fillDescriptions } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { membershipColumns } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { patternText } from '#contract/events/series/recurrence.ts';
import { readRule } from '../policy/rrule.ts';
import { keepSeriesRefusal, seeSeriesRefusal } from '../policy/series.ts';
import { series } from '../tables.ts';

/** Reads the facts that decide who may see and change a series. */
export async function seriesFacts(db: Database, viewer: Viewer | null, id: number) {
  const [found] = await db
    .select({
      id: series.id,
      groupId: series.groupId,
      rrule: series.rrule,
      firstDate: series.firstDate,
      exdates: series.exdates,
      revision: series.revision,
      fieldRevisions: series.fieldRevisions,
      group: { id: groups.id, name: groups.name },
      groupFacts: { status: groups.status, createdById: groups.createdById },
      membership: membershipColumns,
    })
    .from(series)
    .innerJoin(groups, eq(groups.id, series.groupId))
    .leftJoin(
      memberships,
      and(eq(memberships.groupId, series.groupId), eq(memberships.userId, viewer?.id ?? '')),
    )
    .where(eq(series.id, id));
  return found;
}

/** Returns the series with all its dates; undefined if the viewer may not see it. */
export async function findSeries(
  db: Database,
  viewer: Viewer | null,
  id: number,
  now: Date,
): Promise<Series | undefined> {
  const facts = await seriesFacts(db, viewer, id);
  if (!facts || seeSeriesRefusal(viewer, facts.groupFacts, facts.membership)) return undefined;
  const all = await datesOf(db, viewer, id);
  const rows = all.filter((row) => !seeEventRefusal(viewer, { ...row, group: row.groupFacts }));
  const edit = viewer !== null && keepSeriesRefusal(viewer, facts.membership) === null;
  const toAttend = rows.filter((row) => canAttend(viewer, row, now));
  return {
    id,
    rrule: facts.rrule,
    text: patternText(readRule(facts.rrule, facts.firstDate)),
    group: facts.group,
    events: rows.map((row) => toCard(row, viewer, now)),
    ...(edit && { revision: facts.revision }),
    can: { edit, attend: toAttend.length },
  };
}

async function datesOf(db: Database, viewer: Viewer | null, id: number): Promise<CardRow[]> {
  const dates = statement(db, 'series_dates', (sqlDb) =>
    selectCards(sqlDb, { text: descriptionOnce })
      .where(eq(events.seriesId, sql.placeholder('series')))
      .orderBy(events.startTime, events.id),
  );
  return fillDescriptions(await dates.execute({ viewer: viewer?.id ?? '', series: id }));
}

/** If no place is left, they join the waiting list. */
const canAttend = (viewer: Viewer | null, row: CardRow, now: Date): boolean =>
  viewer !== null &&
  row.rsvp?.status !== 'going' &&
  row.startTime > now &&
  rsvpRefusal(viewer, { ...row, group: row.groupFacts }, now) === null;
