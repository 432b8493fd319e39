import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { maxInFile, type ExportedGroup } from '#contract/events/group-file.ts';
import { paths } from '#contract/platform/paths.ts';
import { groupAndMembership } from '#features/community/membership/queries/membership.ts';
import { groups } from '#features/community/groups/tables.ts';
import { eventColumns } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { series } from '#features/events/series/tables.ts';
import type { Database } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { exportGroupRefusal, writeEvents } from './policy.ts';

/**
 * Writes a group with its latest events, for its owner. What an admin has hidden is left out.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function groupFile(
  db: Database,
  viewer: Viewer,
  id: number,
  origin: string,
  now: Date,
): Promise<ExportedGroup> {
  const facts = await groupAndMembership(db, viewer, id);
  if (!facts) throw notFound('Group');
  demand(exportGroupRefusal(viewer, facts.group, facts.membership));
  const [group] = await db
    .select({ ...groupColumns, memberCount: groups.memberCount })
    .from(groups)
    .where(eq(groups.id, id));
  if (!group) throw notFound('Group');
  const { memberCount, ...fields } = group;
  return {
    format: 'villagehall-group',
    version: 1,
    exportedAt: now.toISOString(),
    url: `${origin}${paths.group(id)}`,
    memberCount,
    group: fields,
    ...(await eventsOf(db, id)),
  };
}

const groupColumns = {
  name: groups.name,
  description: groups.description,
  groupType: groups.groupType,
  categoryId: groups.categoryId,
  chargeForEvents: groups.chargeForEvents,
  joinPolicy: groups.joinPolicy,
  joinQuestion: groups.joinQuestion,
  location: groups.location,
  audience: groups.audience,
  attendeeNames: groups.attendeeNames,
  defaultOpenTo: groups.defaultOpenTo,
  defaultPlacePublic: groups.defaultPlacePublic,
  asksEverybody: groups.asksEverybody,
  organisersEdit: groups.organisersEdit,
};

async function eventsOf(db: Database, groupId: number) {
  const rules = await db
    .select({
      id: series.id,
      rrule: series.rrule,
      firstDate: series.firstDate,
      exdates: series.exdates,
    })
    .from(series)
    .where(eq(series.groupId, groupId))
    .orderBy(desc(series.id))
    .limit(maxInFile.series);
  const isShown = and(eq(events.groupId, groupId), ne(events.status, 'hidden'));
  const single = await db
    .select(eventColumns)
    .from(events)
    .where(and(isShown, isNull(events.seriesId)))
    .orderBy(desc(events.startTime), desc(events.id))
    .limit(maxInFile.single);
  const ids = rules.map(({ id }) => id);
  const dates = await db
    .select(eventColumns)
    .from(events)
    .where(and(isShown, inArray(events.seriesId, ids)));
  return writeEvents([...single, ...dates], new Map(rules.map((rule) => [rule.id, rule])));
}
