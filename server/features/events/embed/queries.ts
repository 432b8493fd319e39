import { and, eq, gt, sql } from 'drizzle-orm';
import type { EmbedQuery } from '#contract/events/embed.ts';
import type { EventCard } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import type { Database } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { invalid, notFound } from '#platform/refusal.ts';
import { allCategories } from '#features/community/groups/queries/categories.ts';
import { selectCards, toCard } from '#features/events/events/queries/cards.ts';
import { findEvents, nowParam } from '#features/events/events/queries/list.ts';
import { hyphenated } from '#features/events/events/queries/spellings.ts';
import { events } from '#features/events/events/tables.ts';
import { publicGroup } from '#features/community/groups/queries/groups.ts';

export interface EmbeddedList {
  group: Group | undefined;
  /** The name of the category. */
  category: string | undefined;
  events: EventCard[];
}

/**
 * Lists upcoming events for another site's page, always as a signed-out visitor sees them. A
 * group's list includes cancelled events, so readers who saw one there learn that it won't take
 * place.
 * @throws Refusal `not_found` for a group that visitors may not see, `invalid` for an unknown
 * category
 */
export async function findEmbedded(
  db: Database,
  query: EmbedQuery,
  now: Date,
): Promise<EmbeddedList> {
  const [group, category] = await Promise.all([
    groupOf(db, query.group),
    categoryOf(db, query.category, now),
  ]);
  const [coming, off] = await Promise.all([
    findEvents(db, null, { ...(await hyphenated(db, query, now)), when: 'upcoming' }, now),
    group ? cancelledEvents(db, group.id, query.limit, now) : [],
  ]);
  const soonest = [...coming.items, ...off]
    .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))
    .slice(0, query.limit);
  return { group, category, events: soonest };
}

async function groupOf(db: Database, id: number | undefined): Promise<Group | undefined> {
  if (id === undefined) return undefined;
  const group = await publicGroup(db, id);
  if (!group) throw notFound('Group');
  return group;
}

async function categoryOf(db: Database, id: number | undefined, now: Date) {
  if (id === undefined) return undefined;
  const category = (await allCategories(db, now)).find((each) => each.id === id);
  if (!category) throw invalid({ category: 'There is no such category' });
  return category.name;
}

async function cancelledEvents(db: Database, groupId: number, limit: number, now: Date) {
  const list = statement(db, 'embed_called_off', (sqlDb) =>
    selectCards(sqlDb)
      .where(
        and(
          eq(events.groupId, boundParam('group', 'int')),
          eq(events.status, 'cancelled'),
          gt(events.endTime, nowParam),
          // Hardly any event is longer, and without a bound all of a group's past ones are read.
          gt(events.startTime, sql`${nowParam} - interval '1 year'`),
        ),
      )
      .orderBy(events.startTime, events.id)
      .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({ viewer: '', group: groupId, now, limit });
  return rows.map((row) => toCard(row, null, now));
}
