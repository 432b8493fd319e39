import { pgTable, text } from 'drizzle-orm/pg-core';

/** The platform's view of accounts: its own rows may belong to one, and are deleted with it. */
export const accounts = pgTable('users', { id: text().primaryKey() });
