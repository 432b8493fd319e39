import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';

/** Members who use two-step sign-in. */
export const twoSteps = pgTable('two_steps', {
  userId: identifier()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The key of the member's app, sealed, so it is useless without the signing secret. */
  sealedKey: identifier().notNull(),
  /**
   * The time step of the last accepted code; that code and earlier ones are refused (RFC 6238
   * §5.2).
   */
  lastStep: integer().notNull(),
  createdAt: moment(),
});

/** One-time codes that replace a lost authenticator app. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256 of the code, hexadecimal. */
    id: identifier().primaryKey(),
    userId: identifier()
      .notNull()
      .references(() => twoSteps.userId, { onDelete: 'cascade' }),
    createdAt: moment(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token in the cookie, hexadecimal. */
    id: identifier().primaryKey(),
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment(),
    expiresAt: instant().notNull(),
    lastSeenAt: moment(),
    userAgent: freeText(),
    /** Begun with a passkey that verified its user, which counts as both steps. */
    verifiedUser: boolean().notNull().default(false),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/**
 * Sign-ins, failed attempts, and tokens created and revoked. There is one row for each account,
 * day, network and outcome, so a flood of wrong passwords doesn't flood the table. Whole addresses
 * are not stored.
 */
export const signIns = pgTable(
  'sign_ins',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null if there is no such account. */
    userId: identifier().references(() => users.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    /** '203.0.113.0/24', '2001:db8:1::/48' */
    network: identifier().notNull(),
    outcome: choice(['signed_in', 'new_device', 'refused', 'token_made', 'token_ended']).notNull(),
    times: integer().notNull().default(1),
    /** The last of these attempts. */
    at: moment(),
  },
  (table) => [
    unique('sign_ins_entry')
      .on(table.userId, table.network, table.outcome, table.day)
      .nullsNotDistinct(),
    index('sign_ins_latest').on(table.userId, table.at, table.id),
    index('sign_ins_age').on(table.at),
  ],
);

/** Single-use links from emails. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    /** SHA-256 of the token in the link, hexadecimal. */
    id: identifier().primaryKey(),
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: choice(['confirm_email', 'reset_password']).notNull(),
    createdAt: moment(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('mail_tokens_user').on(table.userId),
    index('mail_tokens_expiry').on(table.expiresAt),
  ],
);

/** Accounts at an outside issuer (OpenID Connect). */
export const identities = pgTable(
  'identities',
  {
    issuer: freeText().notNull(),
    subject: freeText().notNull(),
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment(),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
);

/** Used single-use tickets, stored until they would have expired. */
export const spentTickets = pgTable(
  'spent_tickets',
  {
    /** SHA-256 of the ticket's name, hexadecimal. */
    id: identifier().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('spent_tickets_expiry').on(table.expiresAt)],
);
