import { eq, sql } from 'drizzle-orm';
import { actAs } from '#platform/acting-account.ts';
import { mailLeaves, type Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { enqueueForRsvps } from '#features/events/attendance/mutations/notifications.ts';
import { dueMessages } from './mutations.ts';
import { audienceOf, guestAudienceOf } from './queries.ts';
import { messages } from './tables.ts';

type Message = typeof messages.$inferSelect;
type Due = Pick<Message, 'id' | 'groupId' | 'eventId'>;

/**
 * Sends messages whose grace period is over. One transaction determines the recipients and enqueues
 * their emails.
 * @returns how many emails there are to send
 */
export async function sendMessages(db: Database, config: Config, now: Date): Promise<number> {
  const due = await dueMessages(db, now);
  return forEachItem(due, (one) => transaction(db, (tx) => sendMessage(tx, one, config, now)));
}

async function sendMessage(tx: Transaction, due: Due, config: Config, now: Date): Promise<number> {
  await lockPlaces(tx, due);
  const [message] = await tx.select().from(messages).where(eq(messages.id, due.id)).for('update');
  if (message?.state !== 'waiting' || message.sendsAt > now) return 0;
  const change = (columns: Partial<Message>) =>
    tx.update(messages).set(columns).where(eq(messages.id, message.id));
  if (!(await canStillWrite(tx, message))) {
    await change({ state: 'undone' });
    return 0;
  }
  const recipients = await actAs(message.sentById, () => enqueueFor(tx, message, config, now));
  await change({ state: 'sent', recipients });
  return recipients;
}

/**
 * Locks the group and the event like writers of memberships and RSVPs do: people who have left by
 * now get no email.
 */
async function lockPlaces(tx: Transaction, { groupId, eventId }: Due): Promise<void> {
  await tx
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('no key update');
  if (eventId === null) return;
  await tx
    .select({ id: events.id })
    .from(events)
    .where(eq(events.id, eventId))
    .for('no key update');
}

/**
 * Stops messages from senders who are banned, have left or no longer organise the group, and
 * messages about hidden content.
 */
async function canStillWrite(
  tx: Transaction,
  { groupId, eventId, sentById }: Message,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${users} person where person.id = ${sentById} and person.is_active
      and not exists (select from ${groups} where ${groups.id} = ${groupId} and ${groups.status} = 'hidden')
      and not exists (select from ${events} where ${events.id} = ${eventId} and ${events.status} = 'hidden')
      and (
      person.role = 'admin' or exists (select from ${memberships} own
        where own.group_id = ${groupId} and own.user_id = person.id and own.is_organizer))`);
  return rows.length > 0;
}

/** Enqueues one email for each recipient, under a unique name. */
async function enqueueFor(
  tx: Transaction,
  message: Message,
  config: Config,
  now: Date,
): Promise<number> {
  const { id: messageId, groupId } = message;
  const audience = audienceOf(message, mailLeaves(config));
  const to = sql`select id, null::text from (${audience}) audience`;
  const recipients = { to, uniqueKey: sql`${`message:${messageId}:`} || recipient.id` };
  if (message.asksForDonations) {
    return enqueueMany(
      tx,
      { kind: 'fundraising_message', payload: { messageId }, now },
      recipients,
    );
  }
  if (message.eventId === null) {
    const payload = { messageId, groupId };
    return enqueueMany(tx, { kind: 'group_message', payload, now }, recipients);
  }
  const email = { kind: 'event_message', payload: { messageId }, now } as const;
  const members = await enqueueMany(tx, email, recipients);
  const guests = guestAudienceOf(message);
  return members + (await enqueueForRsvps(tx, email, guests, `message:${messageId}`));
}
