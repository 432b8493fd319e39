import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, moment, writtenAtOnce } from '#platform/db/columns.ts';
import { accounts } from '#platform/db/accounts.ts';

/** Sent by e-mail or as a text message. */
const channel = () =>
  text({ enum: ['mail', 'text'] })
    .notNull()
    .default('mail');

/** Accounts share the order of sending fairly; an email that no account causes counts for its throttle key. */
const shareOf = ({ causedBy, throttleKey }: Record<'causedBy' | 'throttleKey', AnyPgColumn>) =>
  sql`(coalesce(${causedBy}, ${throttleKey}, ''))`;

/** Emails written in the transaction that causes them and sent afterwards, at least once. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** Emails of one kind and key to one recipient are limited together; null where an earlier version wrote it. */
    throttleKey: text('cause'),
    /** Not tried yet: the next email of its key is merged into it. */
    mergeable: boolean('open').notNull().default(false),
    /** The name of its last lease, by which a process gives back emails if the database's answer was lost. */
    leaseName: text('claim'),
    /** A second email of the same unique key is dropped. */
    uniqueKey: text().unique(),
    recipientId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address of somebody without an account. */
    recipientEmail: text(),
    channel: channel(),
    /** Sent by a lane of its own, ahead of all others. */
    urgent: boolean('awaited').notNull().default(false),
    /** Sent to many at once, or of little weight: it begins behind emails to few. */
    bulk: boolean().notNull().default(false),
    /** The account whose act caused it, until it is sent; null if a job or somebody signed out did. */
    causedBy: text(),
    /** Its place in the order of sending; null until it is due, and once it failed or was postponed. */
    sendOrder: instant(),
    payload: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
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
      // An earlier version that begins to send it counts the attempt, and knows no more.
      .where(sql`open and attempts = 0`),
    index('outbox_recipient').on(table.recipientId),
    index('outbox_recipient_email')
      .on(table.recipientEmail)
      .where(sql`recipient_email is not null`),
    index('outbox_about')
      .on(sql`(payload ->> 'userId')`)
      .where(sql`payload ->> 'userId' is not null`),
    index('outbox_done').on(table.doneAt),
    index('outbox_dead').on(table.deadAt),
  ],
);

/**
 * When emails of one kind and key went to one recipient, for an hour, and when any went to an address, for a day, whatever
 * becomes of the account meanwhile. Unlogged: a crash of the database empties it, and the limits begin anew.
 */
export const sentCounts = pgTable(
  'letter_counts',
  {
    /** A hash of kind, channel, recipient and key, or of the channel and recipient alone. */
    subject: text().primaryKey(),
    sent: jsonb('told').$type<{ effect: number; at: string }[]>().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [index('letter_counts_last').on(table.lastAt)],
);

/** When the site may send its next email; one row, and only with `MAIL_RATE`. */
export const sendPace = pgTable('letter_pace', {
  id: integer().primaryKey(),
  nextAt: instant().notNull(),
});

/** How many emails of one key were delivered and failed, for emails to many; kept longer than the emails are. */
export const deliveryTallies = pgTable(
  'letter_tallies',
  {
    throttleKey: text('cause').notNull(),
    /** Several rows for each, so that emails delivered at the same moment don't wait for one another. */
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
    kind: text().notNull(),
    channel: channel(),
    recipientId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The member it speaks about, so that it is deleted with them. */
    aboutId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address or number it goes to. */
    recipient: text().notNull(),
    /** Null if it could not be written. */
    subject: text(),
    /** Null once bodies are purged, as is `html`. */
    text: text(),
    html: text(),
    messageId: text(),
    state: text({ enum: ['waiting', 'kept', 'sent', 'dead'] }).notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
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
      .with(writtenAtOnce),
  ],
);

export type OutboxRow = typeof outbox.$inferSelect;

/** An email that no other process works on until the lease ends; `attempts` tells this attempt from later ones. */
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
