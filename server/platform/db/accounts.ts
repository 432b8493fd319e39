import { pgTable } from 'drizzle-orm/pg-core';
import { identifier, instant } from './columns.ts';

/** The platform's view of accounts: its own rows may belong to one, and are deleted with it. */
export const accounts = pgTable('users', { id: identifier().primaryKey() });

/** The platform's view of sessions, for rows that end with one. */
export const accountSessions = pgTable('sessions', {
  id: identifier().primaryKey(),
  expiresAt: instant().notNull(),
});
