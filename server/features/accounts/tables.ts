import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, moment } from '../../platform/db/columns.ts';

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    emailVerifiedAt: instant(),
    /** Argon2id in PHC form; null for a member who signs in elsewhere only. */
    passwordHash: text(),
    /** Devices and networks seen before are not known any more; null: all are. Moves with the password. */
    knownSince: instant(),
    firstName: text().notNull(),
    lastName: text(),
    bio: text(),
    /** 'city, country' */
    location: text(),
    profileImageUrl: text(),
    role: text({ enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    isActive: boolean().notNull().default(true),
    phoneNumber: text(),
    smsNotifications: boolean().notNull().default(false),
    /** Derived from the rules of docs/behaviour.md, Profile, so that it can never disagree with the fields. */
    profileCompleted: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`(coalesce(char_length(bio), 0) >= 20 and coalesce(char_length(last_name), 0) >= 1 and coalesce(location, '') ~ '^.{2,}, *[^ ]')`,
      ),
    createdAt: moment(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_created').on(table.createdAt, table.id),
    index('users_picture')
      .on(table.profileImageUrl)
      .where(sql`profile_image_url is not null`),
    index('users_text').using(
      'gin',
      sql`(first_name || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops`,
    ),
    index('users_admins')
      .on(table.id)
      .where(sql`role = 'admin'`),
    index('users_suspended')
      .on(table.id)
      .where(sql`not is_active`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token in the cookie, hexadecimal. */
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment(),
    expiresAt: instant().notNull(),
    lastSeenAt: moment(),
    userAgent: text(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/**
 * How people signed in, and who could not: a row for each account, day, network and outcome, so that a flood of
 * wrong passwords is no flood of rows. Whole addresses are not kept.
 */
export const signIns = pgTable(
  'sign_ins',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null where there is no such account. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    /** '203.0.113.0/24', '2001:db8:1::/48' */
    network: text().notNull(),
    outcome: text({ enum: ['signed_in', 'new_device', 'refused'] }).notNull(),
    times: integer().notNull().default(1),
    /** The last of them. */
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

/** Single-use links sent by mail. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    /** SHA-256 of the token in the link, hexadecimal. */
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['confirm_email', 'reset_password'] }).notNull(),
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
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment(),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
);
