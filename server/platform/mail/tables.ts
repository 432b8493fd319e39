import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  choice,
  freeText,
  identifier,
  instant,
  json,
  moment,
  withoutFastUpdate,
} from '#platform/db/columns.ts';
import { accounts } from '#platform/db/accounts.ts';

/** Sent by email or as a text message. */
const channelColumn = () => choice(['mail', 'text']).notNull().default('mail');

/**
 * Accounts share the order of sending fairly; an email without a causing account counts for its
 * throttle key.
 */
const shareOf = ({ causedBy, throttleKey }: Record<'causedBy' | 'throttleKey', AnyPgColumn>) =>
  sql`(coalesce(${causedBy}, ${throttleKey}, ''))`;

/** Emails written in the transaction that causes them and sent afterwards, at least once. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: identifier().notNull(),
    /**
     * Emails with one kind, key and recipient are limited together; null in rows of an earlier
     * version.
     */
    throttleKey: identifier('cause'),
    /** Not tried yet: the next email with its key is merged into it. */
    mergeable: boolean('open').notNull().default(false),
    /**
     * The id of its last lease, with which a process releases emails if the database's answer was
     * lost.
     */
    leaseName: identifier('claim'),
    /** A second email with the same unique key is dropped. */
    uniqueKey: identifier().unique(),
    recipientId: identifier().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address of a recipient without an account. */
    recipientEmail: freeText(),
    channel: channelColumn(),
    /** Sent in a separate lane, ahead of all others. */
    urgent: boolean('awaited').notNull().default(false),
    /** Sent to many at once, or not urgent: it starts behind emails to few. */
    bulk: boolean().notNull().default(false),
    /** The account that caused it, until it is sent; null if a job or a signed-out visitor did. */
    causedBy: identifier(),
    /**
     * Its place in the order of sending; null until it is due, and after it failed or was
     * postponed.
     */
    sendOrder: instant(),
    payload: json<unknown>().notNull(),
    attempts: integer().notNull().default(0),
    lastError: freeText(),
    /** When it is due; while it is leased, when the lease ends. */
    dueAt: moment(),
    doneAt: instant(),
    deadAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt, table.id)
      .where(sql`done_at is null and dead_at is null`),
    index('outbox_awaited')
      .on(table.dueAt, table.id)
      .where(sql`awaited and done_at is null and dead_at is null`),
    index('outbox_unordered')
      .on(table.dueAt, table.id)
      .where(sql`not awaited and send_order is null and done_at is null and dead_at is null`),
    index('outbox_send_order')
      .on(table.sendOrder, table.id)
      .where(sql`send_order is not null and done_at is null and dead_at is null`),
    index('outbox_share')
      .on(shareOf(table), table.bulk, table.sendOrder)
      .where(sql`done_at is null and dead_at is null`),
    uniqueIndex('outbox_open')
      .on(
        sql`(coalesce(${table.recipientId}, ${table.recipientEmail}))`,
        table.kind,
        table.throttleKey,
        table.channel,
      )
      // An earlier version that starts to send it only counts the attempt.
      .where(sql`open and attempts = 0`),
    index('outbox_recipient').on(table.recipientId),
    index('outbox_recipient_email')
      .on(table.recipientEmail)
      .where(sql`recipient_email is not null`),
    index('outbox_about')
      .on(sql`(payload ->> 'userId')`)
      .where(sql`payload ->> 'userId' is not null`),
    index('outbox_guest')
      .on(sql`(payload ->> 'guestId')`)
      .where(sql`payload ->> 'guestId' is not null`),
    index('outbox_done').on(table.doneAt),
    index('outbox_dead').on(table.deadAt),
  ],
);

/**
 * When emails went out: for an hour those with one kind, key and recipient, for a day all to one
 * address, even if the account is deleted meanwhile. Unlogged: a crash of the database resets the
 * limits.
 */
export const sentCounts = pgTable(
  'letter_counts',
  {
    /** A keyed hash of kind, channel, recipient and key, or only of channel and recipient. */
    subject: identifier().primaryKey(),
    sent: json<{ effect: number; at: string }[]>('told').notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [index('letter_counts_last').on(table.lastAt)],
);

/** When the site may send its next email; one row, and only with `MAIL_RATE`. */
export const sendPace = pgTable('letter_pace', {
  id: integer().primaryKey(),
  nextAt: instant().notNull(),
});

/** How many bulk emails with one key were delivered and failed; kept longer than the emails. */
export const deliveryTallies = pgTable(
  'letter_tallies',
  {
    throttleKey: identifier('cause').notNull(),
    /**
     * Several rows for each key, so emails delivered at the same moment don't wait for one another.
     */
    slot: integer().notNull(),
    delivered: integer().notNull().default(0),
    failed: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.throttleKey, table.slot] })],
);

/** The record of each email: written before the first attempt, kept for a while. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    effectId: integer().notNull().unique(),
    kind: identifier().notNull(),
    channel: channelColumn(),
    recipientId: identifier().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The member it is about, so it is deleted with them. */
    aboutId: identifier().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The recipient's address or number. */
    recipient: freeText().notNull(),
    /** Null if it could not be composed. */
    subject: freeText(),
    /** Null once bodies are purged, like `html`. */
    text: freeText(),
    html: freeText(),
    messageId: freeText(),
    state: choice(['waiting', 'kept', 'sent', 'dead']).notNull(),
    attempts: integer().notNull().default(0),
    lastError: freeText(),
    createdAt: moment(),
    sentAt: instant(),
  },
  (table) => [
    index('mails_created').on(table.createdAt, table.id),
    index('mails_state').on(table.state, table.createdAt, table.id),
    index('mails_recipient').on(table.recipientId),
    index('mails_about')
      .on(table.aboutId)
      .where(sql`about_id is not null`),
    index('mails_address').on(table.recipient),
    index('mails_bodies')
      .on(table.createdAt)
      .where(sql`text is not null`),
    index('mails_words')
      .using('gin', sql`(recipient || E'\n' || coalesce(subject, '')) gin_trgm_ops`)
      .with(withoutFastUpdate),
  ],
);

/** Addresses that a mail server refused for good. */
export const suppressions = pgTable(
  'suppressions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** In lower case. */
    address: freeText().notNull().unique(),
    /** The mail server's codes; its words may name people. */
    reason: freeText().notNull(),
    createdAt: moment(),
  },
  (table) => [
    index('suppressions_created').on(table.createdAt, table.id),
    index('suppressions_words')
      .using('gin', sql`address gin_trgm_ops`)
      .with(withoutFastUpdate),
  ],
);

export type OutboxRow = typeof outbox.$inferSelect;

/**
 * An email that no other process handles until the lease ends; `attempts` distinguishes this
 * attempt from later ones.
 */
export type LeasedEmail = Pick<
  OutboxRow,
  | 'id'
  | 'kind'
  | 'channel'
  | 'throttleKey'
  | 'recipientId'
  | 'recipientEmail'
  | 'causedBy'
  | 'payload'
  | 'attempts'
  | 'createdAt'
  | 'dueAt'
>;
