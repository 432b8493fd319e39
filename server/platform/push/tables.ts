import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts, accountSessions } from '#platform/db/accounts.ts';
import { freeText, identifier, instant, json, moment } from '#platform/db/columns.ts';

/** Browsers that show their member's notifications, until the session there ends. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: identifier()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sessionId: identifier()
      .notNull()
      .references(() => accountSessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the address at the push service, hexadecimal. */
    endpointHash: identifier().notNull().unique(),
    /** The address and the browser's keys, sealed, so they are useless without the signing secret. */
    sealedSubscription: identifier().notNull(),
    name: freeText().notNull(),
    createdAt: moment(),
    lastSentAt: instant(),
  },
  (table) => [
    index('push_devices_user').on(table.userId, table.id),
    index('push_devices_session').on(table.sessionId),
  ],
);

/**
 * Notifications to devices, written in the transaction that causes them and sent afterwards, at
 * least once. A sent one stays for a day, so that its kind is limited.
 */
export const pushes = pgTable(
  'pushes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer()
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    kind: identifier().notNull(),
    throttleKey: identifier().notNull(),
    payload: json<unknown>().notNull(),
    /** Not tried yet: the next one with its device, kind and key is merged into it. */
    mergeable: boolean().notNull().default(true),
    attempts: integer().notNull().default(0),
    /** When it is due; while it is leased, when the lease ends. */
    dueAt: moment(),
    /** Its place in the order of sending, which is later than due for all but the first of many. */
    sendOrder: moment(),
    doneAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    index('pushes_send_order')
      .on(table.sendOrder, table.id)
      .where(sql`done_at is null`),
    uniqueIndex('pushes_mergeable')
      .on(table.deviceId, table.kind, table.throttleKey)
      .where(sql`mergeable`),
    index('pushes_about')
      .on(sql`(payload ->> 'userId')`)
      .where(sql`payload ->> 'userId' is not null`),
    index('pushes_sent').on(table.deviceId, table.doneAt),
    index('pushes_done')
      .on(table.doneAt)
      .where(sql`done_at is not null`),
  ],
);
