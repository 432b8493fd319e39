import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/db/columns.ts';

/** Signed tickets that have done what they are for, until they would have run out: they do it once. */
export const spentTickets = pgTable(
  'spent_tickets',
  {
    /** SHA-256 of the ticket's name, hexadecimal. */
    id: text().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('spent_tickets_expiry').on(table.expiresAt)],
);
