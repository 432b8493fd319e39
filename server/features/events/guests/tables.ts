import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { deletedWithGroup } from '#features/community/groups/tables.ts';
import { deletedWithRsvp } from '#features/events/attendance/tables.ts';
import { identifier, moment } from '#platform/db/columns.ts';

/** The links that were emailed to guests. */
export const guestLinks = pgTable(
  'guest_links',
  {
    /** SHA-256 of the token in the link, hexadecimal. */
    id: identifier().primaryKey(),
    guestId: deletedWithRsvp().notNull(),
    createdAt: moment(),
  },
  (table) => [index('guest_links_guest').on(table.guestId)],
);

/** Addresses that organisers keep away from the events of their group, as keyed hashes. */
export const guestBlocks = pgTable(
  'guest_blocks',
  {
    groupId: deletedWithGroup(),
    emailHash: identifier().notNull(),
    createdAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.emailHash] })],
);
