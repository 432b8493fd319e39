import { and, eq, ne, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Child, ChildHere, Person } from '#contract/events/household.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { containsText } from '#platform/db/search.ts';
import { invalid, notFound } from '#platform/refusal.ts';
import { users } from '#features/base/accounts/tables.ts';
import { childPlaces, rsvps } from '#features/events/attendance/tables.ts';
import { removesOther } from './policy.ts';
import { childAdults, children } from './tables.ts';

export type IdOrColumn = SQL | PgColumn | Placeholder | string;

/** Selects these columns of the children who come or wait with an adult's entry. */
const childrenAlong = (eventId: IdOrColumn, userId: IdOrColumn, columns: SQL = sql``) =>
  sql`select ${columns} from ${childPlaces} join ${children} on ${children.id} = ${childPlaces.childId}
    where ${childPlaces.eventId} = ${eventId} and ${childPlaces.userId} = ${userId}`;

/** The first names of such children, in the order they were added. */
export const childNames = (eventId: IdOrColumn, userId: IdOrColumn) => sql<string[]>`array(
  ${childrenAlong(eventId, userId, sql`${children.firstName}`)} order by ${children.id})`;

/** Such children with the notes for organisers; null if there are none. */
export const childrenNoted = (eventId: IdOrColumn, userId: IdOrColumn) =>
  sql<Person[] | null>`(${childrenAlong(
    eventId,
    userId,
    sql`json_agg(json_build_object('firstName', ${children.firstName}, 'note', ${children.note}) order by ${children.id})`,
  )})`;

/** Tells whether the name of such a child matches the search `q`. */
export const hasChildNamed = (eventId: IdOrColumn, userId: IdOrColumn) =>
  sql`exists (${childrenAlong(eventId, userId)} and ${containsText(sql`${children.firstName}`, 'q')})`;

export const otherAdults = alias(childAdults, 'other');

/** Lists the children that a member answers for, in the order they were added. */
export async function householdOf(db: Reader, adultId: string): Promise<Child[]> {
  const rows = await db
    .select({
      id: children.id,
      firstName: children.firstName,
      note: children.note,
      invited: childAdults.invited,
      other: { userId: otherAdults.userId, firstName: users.firstName },
    })
    .from(childAdults)
    .innerJoin(children, eq(children.id, childAdults.childId))
    .leftJoin(
      otherAdults,
      and(eq(otherAdults.childId, childAdults.childId), ne(otherAdults.userId, adultId)),
    )
    .leftJoin(users, eq(users.id, otherAdults.userId))
    .where(eq(childAdults.userId, adultId))
    .orderBy(childAdults.createdAt, childAdults.childId);
  return rows.map(({ other: { userId, firstName }, invited, ...child }) => ({
    ...child,
    otherAdult:
      userId === null
        ? null
        : { userId, firstName: firstName ?? '', removable: removesOther({ invited }) },
  }));
}

/** @throws Refusal `not_found` for a child of others */
export async function childOf(db: Reader, userId: string, id: number): Promise<Child> {
  const found = (await householdOf(db, userId)).find((child) => child.id === id);
  if (!found) throw notFound('Child');
  return found;
}

/**
 * Requires that a member answers for these children, and locks that until the transaction ends.
 * @throws Refusal `invalid`
 */
export async function requireOwnChildren(
  tx: Transaction,
  userId: string,
  childIds: number[],
): Promise<void> {
  if (childIds.length === 0) return;
  const found = await tx
    .select({ id: childAdults.childId })
    .from(childAdults)
    .where(
      and(
        eq(childAdults.userId, userId),
        sql`${childAdults.childId} = any(${sql.param(childIds)}::integer[])`,
      ),
    )
    .for('key share');
  if (found.length < childIds.length) throw invalid({ who: 'Please choose from your household' });
}

/** Tells whether a member answers for a child. */
export const hasHousehold = (userId: IdOrColumn) =>
  sql<boolean>`exists (select from ${childAdults} where ${childAdults.userId} = ${userId})`;

/** Reads a member's children at an event, and with whose answer each comes or waits. */
export async function childrenAt(db: Reader, eventId: number, userId: string) {
  const list = statement(db, 'children_at', (sqlDb) =>
    sqlDb
      .select({
        id: children.id,
        firstName: children.firstName,
        answeredById: childPlaces.userId,
        answeredBy: users.firstName,
        going: sql<boolean>`${rsvps.userId} is not null`,
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
      .leftJoin(users, eq(users.id, childPlaces.userId))
      .leftJoin(
        rsvps,
        and(eq(rsvps.eventId, childPlaces.eventId), eq(rsvps.userId, childPlaces.userId)),
      )
      .where(eq(childAdults.userId, boundParam('viewer', 'text')))
      .orderBy(childAdults.createdAt, childAdults.childId),
  );
  const rows = await list.execute({ event: eventId, viewer: userId });
  return rows.map(({ answeredById, answeredBy, going, ...child }): ChildHere => ({
    ...child,
    status: answeredById === null ? null : going ? 'going' : 'waiting',
    answeredBy: answeredById === userId ? null : answeredBy,
  }));
}
