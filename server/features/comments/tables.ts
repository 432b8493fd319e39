import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { moment, writtenAtOnce } from '../../platform/db/columns.ts';
import { events } from '../events/tables.ts';

export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    createdAt: moment(),
  },
  (table) => [
    index('comments_event').on(table.eventId, table.createdAt, table.id),
    index('comments_user').on(table.userId, table.createdAt),
    index('comments_new').on(table.createdAt, table.id),
    index('comments_text').using('gin', table.content.op('gin_trgm_ops')).with(writtenAtOnce),
  ],
);
