import { customType, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { pictureUses } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import { choice, identifier, moment } from '#platform/db/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Pictures, addressed by a hash of their content. */
export const media = pgTable(
  'media',
  {
    /** SHA-256 of the bytes, hexadecimal. */
    id: identifier().primaryKey(),
    contentType: identifier().notNull(),
    bytes: bytea().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    ownerId: identifier().references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment(),
  },
  (table) => [index('media_owner').on(table.ownerId)],
);

/** Smaller widths of each picture, for smaller screens; deleted with their picture. */
export const mediaWidths = pgTable(
  'media_widths',
  {
    mediaId: identifier()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    width: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.width] })],
);

/**
 * Uploads of each picture, with their use: a picture that two members uploaded is one row in
 * `media` and two here.
 */
export const mediaUploads = pgTable(
  'media_uploads',
  {
    ownerId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mediaId: identifier()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    use: choice(pictureUses).notNull(),
    createdAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.mediaId, table.use] }),
    index('media_uploads_media').on(table.mediaId),
  ],
);
