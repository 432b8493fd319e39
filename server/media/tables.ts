import { customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { moment } from '../db/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Pictures, under the address of their content. */
export const media = pgTable(
  'media',
  {
    /** SHA-256 of the bytes, hexadecimal. */
    id: text().primaryKey(),
    contentType: text().notNull(),
    bytes: bytea().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    ownerId: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment(),
  },
  (table) => [index('media_owner').on(table.ownerId)],
);
