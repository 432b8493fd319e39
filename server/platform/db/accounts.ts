import { pgTable } from 'drizzle-orm/pg-core';
import { identifier } from './columns.ts';

/** The platform's view of accounts: its own rows may belong to one, and are deleted with it. */
export const accounts = pgTable('users', { id: identifier().primaryKey() });
