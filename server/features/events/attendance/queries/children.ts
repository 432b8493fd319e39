import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ChildHere, Person } from '#contract/events/household.ts';
import type { Reader } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { containsText } from '#platform/db/search.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { IdOrColumn } from '#features/events/household/queries.ts';
import { childAdults, children } from '#features/events/household/tables.ts';
import { childPlaces } from '../tables.ts';
import { ownRsvp } from './rsvps.ts';

/** Selects these columns of the children who come or wait with an RSVP. */
const childrenAlong = (rsvpId: IdOrColumn, columns: SQL = sql``) =>
  sql`select ${columns} from ${childPlaces} join ${children} on ${children.id} = ${childPlaces.childId}
    where ${childPlaces.rsvpId} = ${rsvpId}`;

/** The first names of such children, in the order they were added. */
export const childNames = (rsvpId: IdOrColumn) => sql<string[]>`array(
  ${childrenAlong(rsvpId, sql`${children.firstName}`)} order by ${children.id})`;

/** Such children with the notes for organisers; null if there are none. */
export const childrenNoted = (rsvpId: IdOrColumn) =>
  sql<Person[] | null>`(${childrenAlong(
    rsvpId,
    sql`json_agg(json_build_object('firstName', ${children.firstName}, 'note', ${children.note}) order by ${children.id})`,
  )})`;

/** Tells whether the name of such a child matches the search `q`. */
export const hasChildNamed = (rsvpId: IdOrColumn) =>
  sql`exists (${childrenAlong(rsvpId)} and ${containsText(sql`${children.firstName}`, 'q')})`;

/** Reads a member's children at an event, and with whose answer each comes or waits. */
export async function childrenAt(db: Reader, eventId: number, userId: string) {
  const list = statement(db, 'children_at', (sqlDb) =>
    sqlDb
      .select({
        id: children.id,
        firstName: children.firstName,
        answeredById: ownRsvp.userId,
        answeredBy: users.firstName,
        rsvpStatus: ownRsvp.status,
      })
      .from(childAdults)
      .innerJoin(children, eq(children.id, childAdults.childId))
      .leftJoin(
        childPlaces,
        and(
          eq(childPlaces.childId, childAdults.childId),
          eq(childPlaces.eventId, boundParam('event', 'int')),
        ),
      )
      .leftJoin(ownRsvp, eq(ownRsvp.id, childPlaces.rsvpId))
      .leftJoin(users, eq(users.id, ownRsvp.userId))
      .where(eq(childAdults.userId, boundParam('viewer', 'text')))
      .orderBy(childAdults.createdAt, childAdults.childId),
  );
  const rows = await list.execute({ event: eventId, viewer: userId });
  return rows.map(({ answeredById, answeredBy, rsvpStatus, ...child }): ChildHere => ({
    ...child,
    status: rsvpStatus && (rsvpStatus === 'going' ? 'going' : 'waiting'),
    answeredBy: answeredById === userId ? null : answeredBy,
  }));
}
