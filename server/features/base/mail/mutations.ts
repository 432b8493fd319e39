import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { record } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { announce } from '#platform/db/signals.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { outboxTopic } from '#platform/mail/outbox.ts';
import type { Bounce } from '#platform/mail/bounces.ts';
import { countDelivery } from '#platform/mail/throttle.ts';
import type { Undeliverable } from '#platform/mail/provider-events.ts';
import { liftSuppression, suppress } from '#platform/mail/suppression.ts';
import { pushes } from '#platform/push/tables.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { MailTopic, type MailPreferences } from '#contract/base/mail.ts';
import { effectIdIn } from '#platform/mail/email.ts';
import { mailPreferences } from './tables.ts';
import { preferenceColumns, defaultPreferences, preferencesOf } from './queries/preferences.ts';

/**
 * Retries a failed email, as often as a new one.
 * @throws Refusal `not_found`, `conflict`
 */
export async function resend(db: Database, viewer: Viewer, id: number, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const [mail] = await tx
      .select({ effectId: mails.effectId, recipient: mails.recipient })
      .from(mails)
      .where(eq(mails.id, id));
    if (!mail) throw notFound('Mail');
    // Locks the effect first, as deliveries do.
    const [effect] = await tx
      .select({
        id: outbox.id,
        kind: outbox.kind,
        throttleKey: outbox.throttleKey,
        deadAt: outbox.deadAt,
      })
      .from(outbox)
      .where(eq(outbox.id, mail.effectId))
      .for('update');
    if (!effect?.deadAt) {
      throw new Refusal('conflict', 'Only an email that could not be sent can be sent again');
    }
    await tx
      .update(outbox)
      .set({ deadAt: null, attempts: 0, mergeable: false, dueAt: now, sendOrder: null })
      .where(eq(outbox.id, mail.effectId));
    await tx.update(mails).set({ state: 'waiting' }).where(eq(mails.id, id));
    await liftSuppression(tx, mail.recipient);
    await countDelivery(tx, effect, { failed: -1 });
    const change = { before: { state: 'dead' }, after: { state: 'waiting' } };
    await record(tx, viewer, 'mail.resend', id, change, now);
    announce(tx, outboxTopic);
  });
}

/**
 * On account deletion, deletes every email to the member and all news that names them. Emails to
 * the address without an account are deleted only if it is confirmed: otherwise it may belong to
 * another person.
 */
export async function dropMailOf(
  tx: Transaction,
  { id, email, emailVerified }: { id: string; email: CleanText; emailVerified: boolean },
): Promise<void> {
  if (emailVerified) await liftSuppression(tx, email);
  const about = sql`${outbox.payload} ->> 'userId' = ${id}`;
  const [queued, sent] = emailVerified
    ? [eq(outbox.recipientEmail, email), eq(mails.recipient, email)]
    : [];
  await tx.delete(outbox).where(or(eq(outbox.recipientId, id), about, queued));
  await tx.delete(pushes).where(sql`${pushes.payload} ->> 'userId' = ${id}`);
  await tx.delete(mails).where(or(eq(mails.recipientId, id), eq(mails.aboutId, id), sent));
  await tx
    .update(outbox)
    .set({ causedBy: null })
    .where(
      and(
        sql`coalesce(${outbox.causedBy}, ${outbox.throttleKey}, '') = ${id}`,
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
      ),
    );
}

/** Records the addresses that a mail provider has reported. */
export async function suppressAll(
  db: Database,
  addresses: Undeliverable[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  const inOrder = addresses.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  await transaction(db, async (tx) => {
    for (const { address, reason } of inOrder) await suppress(tx, address, reason, now);
  });
}

/**
 * Suppresses the address that the bounced email went to, which isn't always the one that refused
 * it. Nothing happens unless this site sent the email.
 */
export async function suppressBounced(
  db: Database,
  { messageId, reason }: Bounce,
  now: Date,
): Promise<boolean> {
  const effectId = effectIdIn(messageId);
  if (effectId === undefined) return false;
  return transaction(db, async (tx) => {
    const [mail] = await tx
      .select({ address: mails.recipient })
      .from(mails)
      .where(and(eq(mails.effectId, effectId), eq(mails.messageId, messageId)));
    if (mail) await suppress(tx, mail.address, reason, now);
    return mail !== undefined;
  });
}

/**
 * Lets an address get emails again.
 * @throws Refusal `not_found`
 */
export async function deleteSuppression(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [lifted] = await tx
      .delete(suppressions)
      .where(eq(suppressions.id, id))
      .returning({ reason: suppressions.reason });
    if (!lifted) throw notFound('Suppression');
    await record(tx, viewer, 'suppression.delete', id, { before: lifted, after: null }, now);
  });
}

type Changes = { [Topic in MailTopic]?: boolean | undefined };

/** Changes the sent preferences. */
export async function changePreferences(
  db: Database,
  userId: string,
  changes: Changes,
): Promise<MailPreferences> {
  const sentChanges = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(sentChanges).length === 0) return preferencesOf(db, userId);
  const [chosen] = await db
    .insert(mailPreferences)
    .values({ userId, ...sentChanges })
    .onConflictDoUpdate({ target: mailPreferences.userId, set: sentChanges })
    .returning(preferenceColumns);
  return chosen ?? defaultPreferences;
}
