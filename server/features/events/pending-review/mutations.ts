import { and, eq, sql } from 'drizzle-orm';
import { actAs } from '#platform/acting-account.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { record, type PendingItem } from '#features/base/audit/mutations.ts';
import { groups } from '#features/community/groups/tables.ts';
import { trustAuthor } from '#features/trust/moderation/mutations.ts';
import { lockEventOfComment } from '#features/events/comments/queries.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { sendContact } from '#features/events/contact/mutations.ts';
import { contacts } from '#features/events/contact/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { isPending } from './queries.ts';

/** Does it to a row that awaits review; returns what the audit log keeps of it, which is no text. */
type Decide = (tx: Transaction, id: number, now: Date) => Promise<PendingItem | undefined>;
type Decision = 'release' | 'delete';
type Lock = (tx: Transaction, id: number) => Promise<unknown>;

/** Locks the group before its message, in the order of all writers of both. */
const lockGroupOf =
  (table: typeof messages | typeof contacts): Lock =>
  (tx, id) =>
    tx.execute(sql`select from ${groups}
      where id = (select group_id from ${table} where id = ${id}) for key share`);

const decisions: Record<keyof typeof isPending, Record<Decision, Decide> & { lock: Lock }> = {
  comment: {
    lock: (tx, id) => lockEventOfComment(tx, heldComments, id),
    release: async (tx, id, now) => {
      const pending = await takeComment(tx, id);
      if (!pending) return undefined;
      const { print: _, hiddenAt: __, ...comment } = pending;
      const { eventId, userId } = comment;
      await tx.insert(comments).overridingSystemValue().values(comment);
      await enqueue(tx, 'comment_released', userId, { eventId, commentId: id }, now);
      return { eventId, authorId: userId };
    },
    delete: async (tx, id, now) => {
      const pending = await takeComment(tx, id);
      if (!pending) return undefined;
      const { eventId, userId } = pending;
      await enqueue(tx, 'comment_rejected', userId, { eventId }, now);
      return { eventId, authorId: userId };
    },
  },
  message: {
    lock: lockGroupOf(messages),
    /** It goes out at once if its grace period is over. */
    release: async (tx, id, now) => {
      const [message] = await tx
        .update(messages)
        .set({ state: 'waiting', sendsAt: sql`greatest(${messages.sendsAt}, ${now})` })
        .where(and(eq(messages.id, id), isPending.message))
        .returning(messageEntry);
      return message;
    },
    delete: async (tx, id) => {
      const [message] = await tx
        .delete(messages)
        .where(and(eq(messages.id, id), isPending.message))
        .returning(messageEntry);
      return message;
    },
  },
  contact: {
    lock: lockGroupOf(contacts),
    /** Sends it to the group's organisers of now. */
    release: async (tx, id, now) => {
      const [contact] = await tx
        .update(contacts)
        .set({ heldAt: null })
        .where(and(eq(contacts.id, id), isPending.contact))
        .returning();
      if (!contact) return undefined;
      const { groupId, userId } = contact;
      await actAs(userId, () => sendContact(tx, contact, now));
      return { groupId, authorId: userId };
    },
    delete: async (tx, id) => {
      const [contact] = await tx
        .delete(contacts)
        .where(and(eq(contacts.id, id), isPending.contact))
        .returning({ groupId: contacts.groupId, authorId: contacts.userId });
      return contact;
    },
  },
};

const messageEntry = {
  groupId: messages.groupId,
  eventId: messages.eventId,
  audience: messages.audience,
  authorId: messages.sentById,
};

async function takeComment(tx: Transaction, id: number) {
  const [comment] = await tx
    .delete(heldComments)
    .where(and(eq(heldComments.id, id), isPending.comment))
    .returning();
  return comment;
}

/**
 * Releases what awaits review, whose author is trusted from then on, or deletes it with its text.
 * @throws Refusal `not_found`
 */
export const decide = (
  db: Database,
  viewer: Viewer,
  kind: keyof typeof isPending,
  id: number,
  decision: Decision,
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    await decisions[kind].lock(tx, id);
    await decideInTransaction(tx, viewer, kind, id, decision, now);
  });

/**
 * Decides for a caller who has locked the event of a comment.
 * @throws Refusal `not_found`
 */
export async function decideInTransaction(
  tx: Transaction,
  viewer: Viewer,
  kind: keyof typeof isPending,
  id: number,
  decision: Decision,
  now: Date,
): Promise<void> {
  const item = await decisions[kind][decision](tx, id, now);
  if (!item) throw notFound(kind === 'comment' ? 'Comment' : 'Message');
  if (decision === 'release') await trustAuthor(tx, item.authorId, now);
  await record(
    tx,
    viewer,
    `${kind}.${decision}`,
    id,
    { before: { ...item, held: true }, after: null },
    now,
  );
}
