import { and, eq, inArray, lte, notExists } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Child } from '#contract/events/household.ts';
import { householdInvitationPath } from '#contract/platform/paths.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { withdrawChild } from '#features/events/attendance/mutations/children.ts';
import {
  fullHouseholdRefusal,
  invitationLength,
  removeAdultRefusal,
  secondAdultRefusal,
  usedLinkRefusal,
} from './policy.ts';
import { childOf, otherAdults, requireOpenLink } from './queries.ts';
import { childAdults, childInvitations, children } from './tables.ts';

/** @throws Refusal `conflict` for one child too many */
export function addChild(
  db: Database,
  viewer: Viewer,
  { firstName, note = null }: { firstName: CleanText; note?: CleanText | null | undefined },
  now: Date,
): Promise<Child> {
  return transaction(db, async (tx) => {
    await requireRoom(tx, viewer.id);
    const [child] = await tx
      .insert(children)
      .values({ firstName, note, createdAt: now })
      .returning({ id: children.id });
    if (!child) throw new Error('the child just written is missing');
    await tx.insert(childAdults).values({ childId: child.id, userId: viewer.id, createdAt: now });
    return childOf(tx, viewer.id, child.id);
  });
}

/** Locks the member's account, so that two calls at once can't both add the last child. */
async function requireRoom(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  demand(fullHouseholdRefusal(await tx.$count(childAdults, eq(childAdults.userId, userId))));
}

/** @throws Refusal `not_found` */
export function changeChild(
  db: Database,
  viewer: Viewer,
  id: number,
  change: { firstName?: CleanText | undefined; note?: CleanText | null | undefined },
): Promise<Child> {
  return transaction(db, async (tx) => {
    await childOf(tx, viewer.id, id);
    const { firstName, note } = change;
    if (firstName !== undefined || note !== undefined) {
      await tx.update(children).set({ firstName, note }).where(eq(children.id, id));
    }
    return childOf(tx, viewer.id, id);
  });
}

/**
 * Ends that an adult answers for a child, and takes the child out of their upcoming answers. Nobody
 * is left to answer for it once the last adult goes, so it goes too.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function removeAdult(
  db: Database,
  viewer: Viewer,
  { id, userId }: { id: number; userId: string },
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const adults = await lockAdults(tx, id);
    const own = adults.find((adult) => adult.userId === viewer.id);
    if (!own) throw notFound('Child');
    if (!adults.some((adult) => adult.userId === userId)) throw notFound('Adult');
    demand(removeAdultRefusal(own, userId === viewer.id));
    await withdrawChild(tx, id, userId, now);
    await removeFromChild(tx, id, userId);
    if (adults.length === 1) await tx.delete(children).where(eq(children.id, id));
  });
}

/** Locks a child against changes of its adults, and reads those. */
async function lockAdults(tx: Transaction, childId: number) {
  await tx
    .select({ id: children.id })
    .from(children)
    .where(eq(children.id, childId))
    .for('no key update');
  return tx
    .select({ userId: childAdults.userId, invited: childAdults.invited })
    .from(childAdults)
    .where(eq(childAdults.childId, childId))
    .for('update');
}

/** The adult who stays is the first from now on, and nobody comes back by an earlier link. */
async function removeFromChild(tx: Transaction, childId: number, userId: string): Promise<void> {
  const ofChild = eq(childAdults.childId, childId);
  await tx.delete(childAdults).where(and(ofChild, eq(childAdults.userId, userId)));
  await tx.update(childAdults).set({ invited: false }).where(ofChild);
  await endLinksOf(tx, childId);
}

/** Ends every link that invites an adult of a child, whoever made it. */
async function endLinksOf(tx: Transaction, childId: number): Promise<void> {
  await tx.delete(childInvitations).where(eq(childInvitations.childId, childId));
}

/**
 * Ends the links to all children of an account, for a new owner: others may have them.
 */
export async function endHouseholdLinks(tx: Transaction, userId: string): Promise<void> {
  const own = tx
    .select({ id: childAdults.childId })
    .from(childAdults)
    .where(eq(childAdults.userId, userId));
  await tx.delete(childInvitations).where(inArray(childInvitations.childId, own));
}

/**
 * Makes a link that invites a second adult. It ends the links before it.
 * @throws Refusal `not_found`, `conflict` where there are two
 */
export function inviteAdult(
  db: Database,
  viewer: Viewer,
  id: number,
  origin: string,
  now: Date,
): Promise<{ url: string }> {
  return transaction(db, async (tx) => {
    const adults = await lockAdults(tx, id);
    if (!adults.some(({ userId }) => userId === viewer.id)) throw notFound('Child');
    demand(secondAdultRefusal(adults.length));
    await endLinksOf(tx, id);
    const token = newToken();
    await tx.insert(childInvitations).values({
      id: tokenHash(token),
      childId: id,
      invitedById: viewer.id,
      expiresAt: new Date(now.getTime() + invitationLength),
      createdAt: now,
    });
    return { url: `${origin}${householdInvitationPath(token)}` };
  });
}

/**
 * Makes the viewer the second adult of a child, and ends its links. Only the used one is still known,
 * so that a second press changes nothing.
 * @throws Refusal `invalid` for a link that is unknown or has ended, `conflict` for one that was
 * used, for a third adult, and for one child too many
 */
export function acceptChild(
  db: Database,
  viewer: Viewer,
  token: string,
  now: Date,
): Promise<Child> {
  return transaction(db, async (tx) => {
    const id = tokenHash(token);
    const { childId } = await requireOpenLink(tx, id, now);
    const adults = await lockAdults(tx, childId);
    // Another call may have ended the link before the lock.
    const link = await requireOpenLink(tx, id, now);
    if (!adults.some(({ userId }) => userId === viewer.id)) {
      demand(usedLinkRefusal(link.acceptedAt) ?? secondAdultRefusal(adults.length));
      await requireRoom(tx, viewer.id);
      const adult = { childId, userId: viewer.id, invited: true, createdAt: now };
      await tx.insert(childAdults).values(adult);
      await endLinksOf(tx, childId);
      await tx.insert(childInvitations).values({ ...link, acceptedAt: now });
    }
    return childOf(tx, viewer.id, childId);
  });
}

/** On account deletion, deletes the member's children, but not those whom another adult keeps. */
export async function leaveHousehold(
  tx: Transaction,
  { id: userId }: { id: string },
): Promise<void> {
  const own = await tx
    .select({ id: childAdults.childId })
    .from(childAdults)
    .where(eq(childAdults.userId, userId))
    .orderBy(childAdults.childId);
  for (const { id } of own) {
    await lockAdults(tx, id);
    await removeFromChild(tx, id, userId);
  }
  const ids = own.map(({ id }) => id);
  await tx
    .delete(children)
    .where(
      and(
        inArray(children.id, ids),
        notExists(tx.select().from(otherAdults).where(eq(otherAdults.childId, children.id))),
      ),
    );
}

/** Deletes invitations that have ended. */
export async function dropEndedInvitations(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db
    .delete(childInvitations)
    .where(lte(childInvitations.expiresAt, now));
  return rowCount ?? 0;
}
