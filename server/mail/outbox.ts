import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { announce } from '../db/signals.ts';
import { events } from '../events/tables.ts';
import { memberships } from '../membership/tables.ts';
import { rsvps } from '../rsvps/tables.ts';
import { mailPreferences, outbox } from './tables.ts';

type Nothing = Record<string, never>;

/**
 * What members are told of, with the facts as they were when it happened. Each kind needs its letter in the
 * slice's `emails.ts`, gathered in `letters.ts`.
 */
export interface Effects {
  group_reviewed: { groupId: number; status: 'approved' | 'rejected'; reason: string | null };
  request_received: { groupId: number; userId: string };
  request_approved: { groupId: number };
  request_declined: { groupId: number };
  organiser_made: { groupId: number };
  owner_made: { groupId: number };
  event_changed: { eventId: number; before: EventOutline; after: EventOutline };
  event_cancelled: { eventId: number; event: EventOutline };
  event_reminder: { eventId: number; startTime: string };
  /** The events of a group made in the day before `until`. */
  group_news: { groupId: number; until: string };
  account_suspended: { reason: string | null };
  account_restored: { reason: string | null };
  group_deleted: { name: string; coming: number };
  donation_received: { donationId: number };
  confirm_email: Nothing;
  password_reset: Nothing;
  password_changed: Nothing;
  two_step_on: Nothing;
  two_step_off: { byAdmin: boolean };
  recovery_code_used: { left: number };
  new_sign_in: { at: string; network: string; device: string };
}

export type EffectKind = keyof Effects;

export interface EventOutline {
  title: string;
  location: string;
  startTime: string;
  endTime: string;
}

/** Without these nobody gets in, or learns in time who else has. */
const awaited: ReadonlySet<EffectKind> = new Set([
  'confirm_email',
  'password_reset',
  'password_changed',
  'new_sign_in',
  'two_step_on',
  'two_step_off',
  'recovery_code_used',
]);

/** Heard by the workers of this process once an effect is committed. */
export const outboxTopic = 'outbox';

/** An account, or an address where there is none. */
export type To = string | { email: string };

/** Writes an effect in the transaction that causes it. */
export async function enqueue<K extends EffectKind>(
  tx: Transaction,
  kind: K,
  to: To,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await tx.insert(outbox).values({ ...rowFor(kind, to, now), payload });
  announce(tx, outboxTopic);
}

/** The same for what may come about more than once and is told of once. */
export async function enqueueOnce<K extends EffectKind>(
  tx: Transaction,
  kind: K,
  { to, uniqueKey }: { to: To; uniqueKey: string },
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await tx
    .insert(outbox)
    .values({ ...rowFor(kind, to, now), uniqueKey, payload })
    .onConflictDoNothing({ target: outbox.uniqueKey });
  announce(tx, outboxTopic);
}

const rowFor = (kind: EffectKind, to: To, now: Date) => ({
  kind,
  awaited: awaited.has(kind),
  ...(typeof to === 'string' ? { recipientId: to } : { recipientEmail: to.email }),
  dueAt: now,
  createdAt: now,
});

/** One effect for each who goes to the event, but not for the one who caused it. */
export async function enqueueForAttendees<K extends EffectKind>(
  tx: Transaction,
  kind: K,
  eventId: number,
  causedBy: string,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into ${outbox} (kind, recipient_id, payload, due_at, created_at)
    select ${kind}, ${rsvps.userId}, ${JSON.stringify(payload)}::jsonb, ${now}, ${now}
    from ${rsvps}
    where ${and(eq(rsvps.eventId, eventId), ne(rsvps.userId, causedBy))}`);
  announce(tx, outboxTopic);
}

/** One effect for each who belongs to the group or waits to, but not for the one who caused it. */
export async function enqueueForMembers<K extends EffectKind>(
  tx: Transaction,
  kind: K,
  groupId: number,
  causedBy: string,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into ${outbox} (kind, recipient_id, payload, due_at, created_at)
    select ${kind}, ${memberships.userId}, ${JSON.stringify(payload)}::jsonb, ${now}, ${now}
    from ${memberships}
    where ${and(eq(memberships.groupId, groupId), ne(memberships.userId, causedBy))}`);
  announce(tx, outboxTopic);
}

/** One reminder for each who goes and has known of the start since `known`; the same start is told of once. */
export async function enqueueReminders(
  tx: Transaction,
  { eventId, startTime, known }: { eventId: number; startTime: Date; known: Date },
  now: Date,
): Promise<void> {
  const payload: Effects['event_reminder'] = { eventId, startTime: startTime.toISOString() };
  const name = `event_reminder:${eventId}:${startTime.getTime()}:`;
  await tx.execute(sql`
    insert into ${outbox} (kind, unique_key, recipient_id, payload, due_at, created_at)
    select 'event_reminder', ${name} || ${rsvps.userId}, ${rsvps.userId},
      ${JSON.stringify(payload)}::jsonb, ${now}, ${now}
    from ${rsvps} join ${events} on ${events.id} = ${rsvps.eventId}
    where ${events.id} = ${eventId} and ${rsvps.createdAt} <= ${known}
      and coalesce(${events.startSetAt}, ${events.createdAt}) <= ${known}
    on conflict (unique_key) do nothing`);
  announce(tx, outboxTopic);
}

/** Announces what is new in a group to its other members at `at`; what comes until then goes with it. */
export async function enqueueGroupNews(
  tx: Transaction,
  groupId: number,
  causedBy: string,
  at: Date,
  now: Date,
): Promise<void> {
  const payload: Effects['group_news'] = { groupId, until: at.toISOString() };
  const name = `group_news:${groupId}:${at.getTime()}:`;
  await tx.execute(sql`
    insert into ${outbox} (kind, unique_key, recipient_id, payload, due_at, created_at)
    select 'group_news', ${name} || ${memberships.userId}, ${memberships.userId},
      ${JSON.stringify(payload)}::jsonb, ${at}, ${now}
    from ${memberships} left join ${mailPreferences} on ${mailPreferences.userId} = ${memberships.userId}
    where ${memberships.groupId} = ${groupId} and ${memberships.status} = 'approved'
      and ${memberships.userId} <> ${causedBy} and coalesce(${mailPreferences.groupNews}, true)
    on conflict (unique_key) do nothing`);
  announce(tx, outboxTopic);
}
