import { randomUUID } from 'node:crypto';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AcceptedMessage, messageEvent, messageGroup } from '#contract/events/messages.ts';
import { mailLeaves, type Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { enqueueOnce } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { recordAsAdmin } from '#features/base/audit/mutations.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { messageRefusal, writeRefusal } from '#features/community/groups/policy.ts';
import { lockGroup } from '#features/community/groups/queries/groups.ts';
import { groupAndMembership } from '#features/community/membership/queries/membership.ts';
import { forgetText, recordText } from '#features/trust/moderation/mutations.ts';
import { isRepeated } from '#features/trust/moderation/policy.ts';
import { needsContactReview } from '#features/community/membership/queries/trust.ts';
import { gracePeriod, limitRefusal, testRefusal, undoRefusal } from './policy.ts';
import { countAudience, recentMessages } from './queries.ts';
import { messages } from './tables.ts';

type Form = z.output<(typeof messageGroup)['body']> | z.output<(typeof messageEvent)['body']>;

/** A message's subject and sender. An admin who does not organise the group writes as an admin. */
interface About {
  groupId: number;
  eventId: number | null;
  organises: boolean;
}

/**
 * Writes to a group's members; the message goes out after its grace period.
 * @throws Refusal `not_found`, `forbidden`, `too_many_requests`, `suspended`
 */
export async function writeToGroup(
  db: Database,
  viewer: Viewer,
  groupId: number,
  { attempt, ...form }: Form & { attempt: Attempt | undefined },
  config: Config,
  now: Date,
): Promise<AcceptedMessage> {
  return transaction(db, async (tx) => {
    const organises = await lockForWriting(tx, viewer, groupId);
    const about = { groupId, eventId: null, organises };
    return once(tx, attempt, now, () => writeMessage(tx, viewer, about, form, config, now));
  });
}

/**
 * Writes to the attendees of an event, or to its waiting list.
 *
 * @throws Refusal `not_found`, `forbidden`, `too_many_requests`, `suspended`
 */
export async function writeToEvent(
  db: Database,
  viewer: Viewer,
  eventId: number,
  { attempt, ...form }: Form & { attempt: Attempt | undefined },
  config: Config,
  now: Date,
): Promise<AcceptedMessage> {
  return transaction(db, async (tx) => {
    const [host] = await tx
      .select({ groupId: events.groupId })
      .from(events)
      .where(eq(events.id, eventId));
    if (!host) throw notFound('Event');
    const organises = await lockForWriting(tx, viewer, host.groupId);
    const event = await lockEventFacts(tx, viewer, eventId);
    demand(seeEventRefusal(viewer, event) ?? writeRefusal(event.group, event));
    const about = { groupId: host.groupId, eventId, organises };
    return once(tx, attempt, now, () => writeMessage(tx, viewer, about, form, config, now));
  });
}

/**
 * Locks the group, so that of two concurrent messages the second counts the first.
 * @returns whether the viewer organises it
 */
async function lockForWriting(tx: Transaction, viewer: Viewer, groupId: number): Promise<boolean> {
  const group = await lockGroup(tx, groupId);
  const membership = (await groupAndMembership(tx, viewer, groupId))?.membership;
  demand(messageRefusal(viewer, group, membership) ?? writeRefusal(group));
  await lockAccount(tx, viewer);
  return membership?.isOrganizer ?? false;
}

async function writeMessage(
  tx: Transaction,
  viewer: Viewer,
  { organises, ...about }: About,
  { test, ...form }: Form,
  config: Config,
  now: Date,
): Promise<AcceptedMessage> {
  if (test) return sendTest(tx, viewer, { ...about, ...form }, config, now);
  if (config.rateLimits) {
    const kind = about.eventId === null ? 'group' : 'event';
    demand(limitRefusal(await recentMessages(tx, about, now), kind, now));
  }
  const { print, copies } = await recordText(tx, viewer, 'message', form.text, config, now);
  const needsReview =
    isRepeated(copies) ||
    (await needsContactReview(tx, viewer, `${form.subject}\n${form.text}`, config, now));
  const message = { ...about, ...form, sentById: viewer.id };
  const recipients = await countAudience(tx, message, mailLeaves(config));
  const sendsAt = new Date(now.getTime() + gracePeriod);
  const [written] = await tx
    .insert(messages)
    .values({
      ...message,
      state: needsReview ? 'held' : 'waiting',
      print,
      recipients,
      sendsAt,
      createdAt: now,
    })
    .returning({ id: messages.id });
  if (!written) throw new Error('an insert returned no row');
  if (!organises) {
    const change = { before: null, after: { ...about, audience: form.audience } };
    await recordAsAdmin(tx, viewer, 'message.send', written.id, change, now);
  }
  return {
    id: written.id,
    recipients,
    sendsAt: sendsAt.toISOString(),
    ...(needsReview && { held: true as const }),
  };
}

interface TestMessage extends Omit<About, 'organises'>, Omit<Form, 'test'> {}

async function sendTest(
  tx: Transaction,
  viewer: Viewer,
  { asksForDonations: _, ...message }: TestMessage,
  config: Config,
  now: Date,
): Promise<AcceptedMessage> {
  demand(testRefusal(viewer, mailLeaves(config)));
  const test = randomUUID();
  const recipient = { to: viewer.id, uniqueKey: `message_test:${test}` };
  await enqueueOnce(tx, 'message_test', recipient, { test, ...message }, now);
  return { id: null, recipients: 1, sendsAt: now.toISOString() };
}

/**
 * Undoes a message before it goes out; repeating it changes nothing.
 * @throws Refusal `not_found`, `forbidden`, `conflict` once it goes out
 */
export async function undoMessage(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [place] = await tx
      .select({ groupId: messages.groupId })
      .from(messages)
      .where(eq(messages.id, id));
    const found = place && (await groupAndMembership(tx, viewer, place.groupId));
    if (!found) throw notFound('Message');
    demand(messageRefusal(viewer, found.group, found.membership));
    const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for('update');
    if (!message) throw notFound('Message');
    demand(undoRefusal(message.state));
    if (message.state === 'undone') return;
    await tx.update(messages).set({ state: 'undone' }).where(eq(messages.id, id));
    if (message.sentById) await forgetText(tx, message.sentById, 'message', message.print);
    if (!found.membership?.isOrganizer) {
      const change = { before: { state: message.state }, after: { state: 'undone' } };
      await recordAsAdmin(tx, viewer, 'message.undo', id, change, now);
    }
  });
}

/** Lists messages whose grace period is over, longest waiting first. */
export const dueMessages = (db: Database, now: Date) =>
  db
    .select({ id: messages.id, groupId: messages.groupId, eventId: messages.eventId })
    .from(messages)
    .where(and(sql`${messages.state} = 'waiting'`, lte(messages.sendsAt, now)))
    .orderBy(messages.sendsAt, messages.id);
