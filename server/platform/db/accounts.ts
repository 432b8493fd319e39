import { pgTable, text } from 'drizzle-orm/pg-core';

/** All that the platform knows of accounts: its own rows may belong to one, and go with it. */
export const accounts = pgTable('users', { id: text().primaryKey() });
