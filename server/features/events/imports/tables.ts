import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { users } from '#features/base/accounts/tables.ts';
import { deletedWithGroup, groups } from '#features/community/groups/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { series } from '#features/events/series/tables.ts';
import type { Draft, ImportEntry } from '#platform/calendar/drafts.ts';
import { freeText, identifier, instant, json, moment } from '#platform/db/columns.ts';

/** An event or a series before an import changed it. */
export interface Earlier {
  uid: CleanText;
  /** As its calendar had it. */
  draft: Draft;
  /** The values of the changed fields of the event, or of the first date to come of its series. */
  fields: Record<string, unknown>;
}

/** A calendar as organisers have sent it; deleted after 30 days. */
export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: deletedWithGroup(),
    createdById: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** Found by the daily look at a followed calendar. */
    suggested: boolean().notNull().default(false),
    entries: json<ImportEntry[]>().notNull(),
    /** The events that it has changed, to take it back. */
    earlier: json<Earlier[]>().notNull().default([]),
    publishedAt: instant(),
    createdAt: moment(),
    /** The size of its events as stored; the quota counts it for a day. */
    bytes: integer().notNull().default(0),
    /**
     * When it was taken back, or made way for later previews: it is kept without its events, to be
     * counted.
     */
    goneAt: instant(),
    /** How many dates to come went with it; the quota of dates counts them for a day. */
    datesGone: integer().notNull().default(0),
  },
  (table) => [
    index('imports_group').on(table.groupId, table.id),
    index('imports_creator').on(table.createdById),
    index('imports_time').on(table.createdAt),
    index('imports_suggestion')
      .on(table.groupId)
      .where(sql`suggested and published_at is null`),
  ],
);

/** The events and series of a group that came from a calendar, by their UIDs there. */
export const importedEvents = pgTable(
  'imported_events',
  {
    groupId: deletedWithGroup(),
    uid: freeText().notNull(),
    /** The import that created it; null once that is deleted. */
    importId: integer().references(() => imports.id, { onDelete: 'set null' }),
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    seriesId: integer().references(() => series.id, { onDelete: 'cascade' }),
    /** As its calendar had it when it was last published. */
    draft: json<Draft>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.uid] }),
    index('imported_events_import').on(table.importId),
    index('imported_events_event')
      .on(table.eventId)
      .where(sql`event_id is not null`),
    index('imported_events_series')
      .on(table.seriesId)
      .where(sql`series_id is not null`),
  ],
);

/**
 * A calendar that is looked at once a day for new and changed events, or sooner while it can't be
 * read.
 */
export const followedCalendars = pgTable(
  'followed_calendars',
  {
    groupId: integer()
      .primaryKey()
      .references(() => groups.id, { onDelete: 'cascade' }),
    addedById: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** It may be a secret of the calendar's owner, so answers have only its host. */
    url: freeText().notNull(),
    /** Why it could not be read the last time; null if it could. */
    problem: freeText(),
    /** The versions of events that organisers want suggested no more, by UID. */
    declined: json<Record<string, string>>().notNull().default({}),
    /** How many times in a row it could not be read. */
    failures: integer().notNull().default(0),
    checkedAt: instant(),
    /** The time of the next look. */
    dueAt: moment(),
    /** Until then one process reads it, and no other calendar of the person who added it. */
    leasedUntil: instant(),
    createdAt: moment(),
  },
  (table) => [
    index('followed_calendars_due').on(table.dueAt),
    index('followed_calendars_person').on(table.addedById),
  ],
);
