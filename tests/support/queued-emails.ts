import { eq } from 'drizzle-orm';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { sentCounts, mails, outbox } from '#platform/mail/tables.ts';
import type { TestApp } from './app.ts';

/** Enqueues emails of an approved group, to any addresses. */
export async function enqueueEmails(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  group: { id: number },
  people: number,
): Promise<void> {
  const payload = { groupId: group.id, status: 'approved' as const, reason: null };
  await transaction(db, async (tx) => {
    for (let each = 0; each < people; each += 1) {
      const to = { email: `person${each}@example.org` };
      await enqueue(tx, 'group_reviewed', to, payload, clock.read());
    }
  });
}

/** Returns the kind and payload of each email queued for a person, in order. */
export const queuedEmailsTo = ({ db }: Pick<TestApp, 'db'>, id: string) =>
  db
    .select({ kind: outbox.kind, payload: outbox.payload })
    .from(outbox)
    .where(eq(outbox.recipientId, id))
    .orderBy(outbox.id);

/** Empties the outbox and forgets all throttling. */
export async function deleteAllEmails({ db }: Pick<TestApp, 'db'>): Promise<void> {
  for (const table of [outbox, mails, sentCounts]) await db.delete(table);
}
