import { and, eq } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { record } from '#features/base/audit/mutations.ts';
import { groups } from '#features/community/groups/tables.ts';
import { trustAuthor } from '#features/trust/moderation/mutations.ts';
import { messages } from '../tables.ts';

/**
 * Locks the group of a pending message, then the message, in the order of all writers of both.
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
 * Releases a pending message: it goes out at once if its grace period is over.
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
    await record(tx, viewer, 'message.release', id, deletionEntry(message), now);
  });
}

/**
 * Deletes a message that nobody has received, and its text with it.
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
    await record(tx, viewer, 'message.delete', id, deletionEntry(message), now);
  });
}

const deletionEntry = ({ groupId, eventId, audience, sentById }: typeof messages.$inferSelect) => ({
  before: { groupId, eventId, audience, authorId: sentById, held: true as const },
  after: null,
});
