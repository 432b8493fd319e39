import { and, eq, ne, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Child, HouseholdInvitation } from '#contract/events/household.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { demand, invalid, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { removesOther, usedLinkRefusal } from './policy.ts';
import { childAdults, childInvitations, children } from './tables.ts';

export type IdOrColumn = SQL | PgColumn | Placeholder | string;

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

/** @throws Refusal `invalid` for a link that is unknown or has ended */
export async function requireOpenLink(db: Reader, id: string, now: Date) {
  const [link] = await db.select().from(childInvitations).where(eq(childInvitations.id, id));
  if (link && link.expiresAt > now) return link;
  throw invalid({ token: 'This link isn’t complete, or has ended. Please ask for a new one.' });
}

/**
 * Reads who asks for a second adult by a link. Visitors don't read the child's name.
 * @throws Refusal `invalid` for a link that is unknown or has ended, `conflict` for one that
 * somebody else has used
 */
export async function householdInvitation(
  db: Reader,
  viewer: Viewer | null,
  token: string,
  now: Date,
): Promise<HouseholdInvitation> {
  const { childId, invitedById, acceptedAt } = await requireOpenLink(db, tokenHash(token), now);
  const isAdult = and(eq(childAdults.childId, childId), eq(childAdults.userId, viewer?.id ?? ''));
  if (!viewer || (await db.$count(childAdults, isAdult)) === 0) demand(usedLinkRefusal(acceptedAt));
  const [found] = await db
    .select({ invitedBy: users.firstName, childFirstName: children.firstName })
    .from(children)
    .innerJoin(users, eq(users.id, invitedById))
    .where(eq(children.id, childId));
  if (!found) throw notFound('Child');
  return viewer ? found : { ...found, childFirstName: null };
}
