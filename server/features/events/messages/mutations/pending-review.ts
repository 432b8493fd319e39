import { and, eq } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { record } from '#features/base/audit/mutations.ts';
import { groups } from '#features/community/groups/tables.ts';
import { trustAuthor } from '#features/trust/moderation/mutations.ts';
import { messages } from '../tables.ts';

/**
 * Holds the group of a held message, as everybody does who changes both, and the message.
 * @throws Refusal `not_found`
 */
async function lockedHeldMessage(tx: Transaction, id: number) {
  const [place] = await tx
    .select({ groupId: messages.groupId })
    .from(messages)
    .where(eq(messages.id, id));
  if (!place) throw notFound('Message');
  await tx
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.id, place.groupId))
    .for('key share');
  const [message] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.state, 'held')))
    .for('update');
  if (!message) throw notFound('Message');
  return message;
}

/**
 * Has a message go that was held: at once where its grace is over.
 * @throws Refusal `not_found`
 */
export async function releaseMessage(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const message = await lockedHeldMessage(tx, id);
    const sendsAt = new Date(Math.max(message.sendsAt.getTime(), now.getTime()));
    await tx.update(messages).set({ state: 'waiting', sendsAt }).where(eq(messages.id, id));
    await trustAuthor(tx, message.sentById, now);
    await record(tx, viewer, 'message.release', id, heldBy(message), now);
  });
}

/**
 * Drops a message that nobody has got. What it said is not kept.
 * @throws Refusal `not_found`
 */
export async function removeHeldMessage(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const message = await lockedHeldMessage(tx, id);
    await tx.delete(messages).where(eq(messages.id, id));
    await record(tx, viewer, 'message.delete', id, heldBy(message), now);
  });
}

const heldBy = ({ groupId, eventId, audience, sentById }: typeof messages.$inferSelect) => ({
  before: { groupId, eventId, audience, authorId: sentById, held: true as const },
  after: null,
});
