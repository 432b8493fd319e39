import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  choice,
  freeText,
  identifier,
  instant,
  moment,
  revisionColumns,
  withoutFastUpdate,
} from '#platform/db/columns.ts';

export const users = pgTable(
  'users',
  {
    id: identifier().primaryKey(),
    email: freeText().notNull(),
    emailVerifiedAt: instant(),
    /** Argon2id in PHC form; null for a member who only signs in elsewhere. */
    passwordHash: identifier(),
    /**
     * Devices and networks seen before this are no longer known; null: all are. Changes with the
     * password.
     */
    knownSince: instant(),
    firstName: freeText().notNull(),
    lastName: freeText(),
    bio: freeText(),
    /** 'city, country' */
    location: freeText(),
    profileImageUrl: freeText(),
    role: choice(['user', 'admin']).notNull().default('user'),
    isActive: boolean().notNull().default(true),
    /** When a suspension ends by itself; null without a suspension or without an end. */
    suspendedUntil: instant(),
    phoneNumber: freeText(),
    smsNotifications: boolean().notNull().default(false),
    /**
     * Derived from the rules of docs/behaviour/base.md, Profile, so it never disagrees with the
     * fields.
     */
    profileCompleted: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`(coalesce(char_length(bio), 0) >= 20 and coalesce(char_length(last_name), 0) >= 1 and coalesce(location, '') ~ '^.{2,}, *[^ ]')`,
      ),
    /** When they confirmed at sign-up that they are old enough; null if the site didn't ask. */
    ageConfirmedAt: instant(),
    /** When an admin first released a text of theirs from review; null if none has. */
    trustedAt: instant(),
    createdAt: moment(),
    /** The profile's revision. */
    ...revisionColumns(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_created').on(table.createdAt, table.id),
    index('users_picture')
      .on(table.profileImageUrl)
      .where(sql`profile_image_url is not null`),
    index('users_text')
      .using(
        'gin',
        sql`(first_name || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops`,
      )
      .with(withoutFastUpdate),
    index('users_admins')
      .on(table.id)
      .where(sql`role = 'admin'`),
    index('users_suspended')
      .on(table.id)
      .where(sql`not is_active`),
    index('users_suspended_until')
      .on(table.suspendedUntil)
      .where(sql`suspended_until is not null`),
  ],
);

/** The user of a row that is deleted with it. */
export const deletedWithUser = () =>
  identifier()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
