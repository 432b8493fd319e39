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

/** How a message travels: by e-mail or as a text to a phone. */
const channel = () =>
  text({ enum: ['mail', 'text'] })
    .notNull()
    .default('mail');

/** Whose effect it is, among which turns are taken: the account that causes it, or its cause where the clock does. */
const shareOf = ({ causedBy, cause }: Record<'causedBy' | 'cause', AnyPgColumn>) =>
  sql`(coalesce(${causedBy}, ${cause}, ''))`;

/** Effects written in the transaction that causes them and worked off afterwards, at least once. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** The email's cause; null where an earlier version wrote the row. */
    cause: text(),
    /** Nobody has begun to tell it: what comes meanwhile of the same cause is told with it. */
    open: boolean().notNull().default(false),
    /** The turn in which it was last leased: whoever can't tell whether theirs came about takes back what is under its name. */
    claim: text(),
    /** One effect of this name is kept; a second insert of it is passed over. */
    uniqueKey: text().unique(),
    recipientId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address of somebody without an account. */
    recipientEmail: text(),
    channel: channel(),
    /** Somebody waits for it at their screen: it goes by a lane of its own. */
    awaited: boolean().notNull().default(false),
    /** Goes to many at once, or is of little weight: it begins behind what goes to few. */
    bulk: boolean().notNull().default(false),
    /** The account whose act caused it, until it is sent; null where the clock or a visitor did. */
    causedBy: text(),
    /** Its place among all that is due; null until it is due, and once it failed or was put off. */
    sendOrder: instant(),
    payload: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** While somebody works on it: when others may take it over. */
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
        table.cause,
        table.channel,
      )
      // An earlier version that begins to tell it counts its attempt, and knows of nothing else.
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
 * When letters of one kind went to one recipient for one cause, for an hour, and when any went to an address, for a
 * day, whatever becomes of the account meanwhile. Unlogged: a crash of the database empties it, and everybody starts anew.
 */
export const letterCounts = pgTable(
  'letter_counts',
  {
    /** A hash of kind, channel, recipient and cause, or of the channel and recipient alone. */
    subject: text().primaryKey(),
    told: jsonb().$type<{ effect: number; at: string }[]>().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [index('letter_counts_last').on(table.lastAt)],
);

/** When the next letter may go, of all that the site sends; one row, and that only where a rate is set. */
export const letterPace = pgTable('letter_pace', {
  id: integer().primaryKey(),
  nextAt: instant().notNull(),
});

/** How many letters of one cause have gone out, and were given up, for what goes to many; longer than those are kept. */
export const letterTallies = pgTable(
  'letter_tallies',
  {
    cause: text().notNull(),
    /** Several rows for each, so that those who deliver at the same moment don't wait for one another. */
    slot: integer().notNull(),
    delivered: integer().notNull().default(0),
    failed: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.cause, table.slot] })],
);

/**
 * The outcome of each effect that had a recipient: written before the first attempt, kept for a
 * while.
 */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    effectId: integer().notNull().unique(),
    kind: text().notNull(),
    channel: channel(),
    recipientId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /** Whom it tells of, so that it goes when they do. */
    aboutId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address or number it goes to. */
    recipient: text().notNull(),
    /** Null while it could not be written. */
    subject: text(),
    /** Null once the time for keeping bodies is over; likewise `html`. */
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

export type Effect = typeof outbox.$inferSelect;

/** An effect that nobody else works on until the lease is over; `attempts` tells this try from later ones. */
export type Leased = Pick<
  Effect,
  | 'id'
  | 'kind'
  | 'channel'
  | 'cause'
  | 'recipientId'
  | 'recipientEmail'
  | 'causedBy'
  | 'payload'
  | 'attempts'
  | 'createdAt'
  | 'dueAt'
>;
