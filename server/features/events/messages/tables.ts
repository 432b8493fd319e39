import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { audiences, messageStates } from '#contract/events/messages.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { deletedWithGroup } from '#features/community/groups/tables.ts';

/**
 * Messages from organisers to a group's members, or to the people who attend or wait for an event.
 */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: deletedWithGroup(),
    /** Null for a message to the group's members. */
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    sentById: identifier().references(() => users.id, { onDelete: 'set null' }),
    audience: choice(audiences).notNull(),
    subject: freeText().notNull(),
    text: freeText().notNull(),
    asksForDonations: boolean().notNull(),
    state: choice(messageStates).notNull(),
    /** A fingerprint that recognises the text; null for common phrases. */
    print: identifier(),
    /** The number of recipients; before sending, the estimate when it was written. */
    recipients: integer().notNull(),
    /** When its grace period ends. */
    sendsAt: instant().notNull(),
    createdAt: moment(),
  },
  (table) => [
    check('messages_state', sql`${table.state} in ('waiting', 'held', 'sent', 'undone')`),
    check('messages_audience', sql`(${table.eventId} is null) = (${table.audience} = 'members')`),
    index('messages_group').on(table.groupId, table.createdAt, table.id),
    index('messages_event')
      .on(table.eventId, table.createdAt)
      .where(sql`event_id is not null`),
    index('messages_sender').on(table.sentById),
    index('messages_due')
      .on(table.sendsAt, table.id)
      .where(sql`state = 'waiting'`),
    index('messages_held')
      .on(table.createdAt, table.id)
      .where(sql`state = 'held'`),
  ],
);
