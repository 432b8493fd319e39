import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { instant, moment } from '../../platform/db/columns.ts';

/** The address under which a member's own calendar can be read, of those who have made one. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the address, hexadecimal. */
    tokenHash: text().notNull(),
    createdAt: moment(),
    /** When a program last came for it. */
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex('calendar_feeds_token').on(table.tokenHash)],
);
