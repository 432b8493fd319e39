import { sql, type SQL } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { audiences, nameReaders, openTos } from '#contract/community/audience.ts';
import { accessFacts, type AccessChanges } from '#contract/events/venue/access-facts.ts';
import { users } from '#features/base/accounts/tables.ts';
import {
  choice,
  fieldRevisions,
  foldedText,
  freeText,
  identifier,
  instant,
  json,
  moment,
  withoutFastUpdate,
} from '#platform/db/columns.ts';
import { categories, deletedWithGroup } from '#features/community/groups/tables.ts';
import { series } from '#features/events/series/tables.ts';

/**
 * Texts that dates of a series share, stored and indexed once. Triggers delete a text without
 * events.
 */
export const eventTexts = pgTable(
  'event_texts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: freeText().notNull(),
    description: freeText().notNull(),
    location: freeText().notNull(),
    town: freeText(),
    /** The description, folded. */
    folded: foldedText(),
  },
  (table) => [
    index('event_texts_folded')
      .using('gin', table.folded.op('gin_trgm_ops'))
      .with(withoutFastUpdate),
  ],
);

/** The sides of the squares that events are found by, in metres. */
export const squareSizes = [6_000, 30_000] as const;

/** Where events are for visitors, and for people who see venues. */
export const positions = {
  shown: { x: sql.raw('easting'), y: sql.raw('northing') },
  venue: {
    x: sql.raw('coalesce(venue_easting, easting)'),
    y: sql.raw('coalesce(venue_northing, northing)'),
  },
};

/** The squares of one size, by one of the positions. */
const squares = (['shown', 'venue'] as const).flatMap((position) =>
  squareSizes.map((size) => ({ position, size })),
);
type Squares = (typeof squares)[number];

/** The column or row of the square where a coordinate is. */
const squareOf = (coordinate: SQL, { size }: Squares) =>
  sql`(${coordinate} / ${sql.raw(String(size))})`;

/** The number of a square among the marks of an event. */
export const squareMark = ({ position, size }: Squares, column: SQL, row: SQL): SQL => {
  const kind = squares.findIndex((each) => each.position === position && each.size === size) + 1;
  return sql`${sql.raw(String(kind * 10_000_000))} + ${column} * 1000 + ${row}`;
};

const marksOfSquares = sql.join(
  squares.map((each) => {
    const { x, y } = positions[each.position];
    return squareMark(each, squareOf(x, each), squareOf(y, each));
  }),
  sql`, `,
);

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const events = pgTable(
  'events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: deletedWithGroup(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    createdById: identifier().references(() => users.id, { onDelete: 'set null' }),
    title: freeText().notNull(),
    /**
     * Empty if `textId` refers to a text with the description: read it as `description` of
     * `queries/text.ts`.
     */
    description: freeText().notNull(),
    /**
     * The text that a date shares with others of its series: title, description, location and town.
     */
    textId: integer().references(() => eventTexts.id),
    imageUrl: freeText(),
    /** The venue, for signed-in callers only unless `placePublic`. */
    location: freeText().notNull(),
    placePublic: boolean().notNull().default(false),
    /** The venue's postcode; only its sector unless `placePublic`. */
    postcode: freeText(),
    /** The town, for everyone. */
    town: freeText(),
    /**
     * Where everybody may know that it is, in metres on the plane of `platform/geo/plane.ts`: at the
     * town unless `placePublic`.
     */
    easting: integer(),
    northing: integer(),
    /** Where it is for people who see its venue; null where that is the same. */
    venueEasting: integer(),
    venueNorthing: integer(),
    priceText: freeText(),
    onlineUrl: freeText(),
    /** It has a place to go to as well as its link. */
    inPersonToo: boolean().notNull().default(false),
    /** The access facts that somebody has given. */
    access: json<AccessChanges>().notNull().default({}),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    audience: choice(audiences).notNull().default('all'),
    /** Whether people without an account may come. */
    openTo: choice(openTos).notNull().default('members'),
    /** The people who see attendees' names; null for the group's choice. */
    attendeeNames: choice(nameReaders),
    /** Whether it asks every member to say whether they come; null for the group's choice. */
    asksEverybody: boolean(),
    /** When the start last moved; null if it never did. */
    startSetAt: instant(),
    /** The last change of the fields in feeds and calendars; null if there was none. */
    changedAt: instant(),
    /** The start that attendees were reminded of. */
    remindedOf: instant(),
    /** The start that attendees were notified of on their devices, two hours before. */
    soonRemindedOf: instant(),
    /** When the members who hadn't said were last asked. */
    askedAt: instant(),
    /** The start that they were asked about unprompted. */
    askedOf: instant(),
    /** Whether its group is free of charge; changes in the same transaction as the group. */
    free: boolean().notNull().default(false),
    /** With `hidden`, an admin has hidden it from everybody but its author. */
    status: choice(['scheduled', 'cancelled', 'hidden']).notNull().default('scheduled'),
    /** The status before it was hidden; it returns when the event is shown again. */
    hiddenFrom: choice(['scheduled', 'cancelled']),
    /** When it was cancelled: for a day from then it can be put back. */
    cancelledAt: instant(),
    /** Why it was cancelled, for everybody who sees it. */
    cancelReason: freeText(),
    /** The number of RSVPs; changes in the same transaction as the rows. */
    attendeeCount: integer().notNull().default(0),
    capacity: integer(),
    guestsAllowed: integer().notNull().default(0),
    rsvpClosesAt: instant(),
    waitlistEnabled: boolean().notNull().default(true),
    /** The people of RSVPs and open offers, counted from their rows with each change. */
    placesTaken: integer().notNull().default(0),
    seriesId: integer().references(() => series.id, { onDelete: 'cascade' }),
    /** The day in London that the rule gave it; it stays when the date is moved. */
    seriesDate: date({ mode: 'string' }),
    /**
     * Its number among the dates of its series, and their total: stored here so that lists need no
     * join.
     */
    seriesPosition: integer(),
    seriesCount: integer(),
    /** The rule that made it, in English. */
    seriesText: identifier(),
    /**
     * An organiser changed or cancelled this date by hand, so changes of the series skip it. A
     * cancelled date without this mark was dropped by a rule.
     */
    seriesEdited: boolean().notNull().default(false),
    /**
     * Counts changes and RSVPs, for calendar entries (RFC 5545 SEQUENCE) and for edits at the same
     * time.
     */
    revision: integer().notNull().default(0),
    fieldRevisions: fieldRevisions(),
    createdAt: moment(),
    /** Title, own description, town and category, folded. */
    folded: foldedText(),
    foldedVenue: foldedText(),
    foldedTown: foldedText(),
  },
  (table) => [
    check('events_times', sql`${table.endTime} > ${table.startTime}`),
    check('events_attendee_count', sql`${table.attendeeCount} >= 0`),
    check('events_capacity', sql`${table.capacity} between 1 and 10000`),
    check('events_guests_allowed', sql`${table.guestsAllowed} between 0 and 5`),
    check('events_rsvp_closes', sql`${table.rsvpClosesAt} <= ${table.startTime}`),
    check(
      'events_places_taken',
      sql`${table.placesTaken} >= 0 and ${table.placesTaken} <= ${table.capacity}`,
    ),
    check(
      'events_series',
      sql`num_nulls(${table.seriesId}, ${table.seriesDate}, ${table.seriesPosition}, ${table.seriesCount}, ${table.seriesText}) in (0, 5)`,
    ),
    uniqueIndex('events_series_date')
      .on(table.seriesId, table.seriesDate)
      .where(sql`series_id is not null`),
    index('events_series_time')
      .on(table.seriesId, table.startTime, table.id)
      .where(sql`series_id is not null and status = 'scheduled'`),
    index('events_group_alone')
      .on(table.groupId, table.startTime, table.id)
      .where(sql`series_id is null and status = 'scheduled'`),
    index('events_time')
      .on(table.startTime, table.id)
      .where(sql`status = 'scheduled'`),
    index('events_cancelled_time')
      .on(table.startTime, table.id)
      .where(sql`status = 'cancelled'`),
    index('events_category_time')
      .on(table.categoryId, table.startTime, table.id)
      .where(sql`status = 'scheduled'`),
    index('events_town_time')
      .on(sql`lower(town)`, table.startTime, table.id)
      .where(sql`status = 'scheduled'`),
    index('events_free_time')
      .on(table.startTime, table.id)
      .where(sql`status = 'scheduled' and free`),
    index('events_unplaced')
      .on(table.id)
      .where(
        sql`venue_easting is null and (easting is null and (town is not null or postcode is not null) or not place_public and postcode is not null) and (online_url is null or in_person_too)`,
      ),
    index('events_online_time')
      .on(table.startTime, table.id)
      .where(sql`status = 'scheduled' and online_url is not null`),
    // Squares of two sizes, for short and for long distances (queries/within.ts).
    ...squares.map((each) => {
      const { x, y } = positions[each.position];
      const name = `events_${each.position === 'venue' ? 'venue_' : ''}square_${each.size / 1000}_time`;
      return index(name)
        .on(squareOf(x, each), squareOf(y, each), table.startTime, table.id)
        .where(sql`status = 'scheduled' and ${x} is not null`);
    }),
    ...accessFacts.map((fact) =>
      index(`events_${snakeCase(fact)}_time`)
        .on(table.startTime, table.id)
        .where(sql.raw(`status = 'scheduled' and access @> '{"${fact}": "yes"}'`)),
    ),
    index('events_group_time').on(table.groupId, table.startTime, table.id),
    index('events_under_way')
      .using('gist', sql`tstzrange(start_time, end_time)`)
      .where(sql`status = 'scheduled'`),
    index('events_created').on(table.createdAt, table.id),
    index('events_creator').on(table.createdById),
    index('events_picture')
      .on(table.imageUrl)
      .where(sql`image_url is not null`),
    index('events_text_time')
      .on(table.textId, table.startTime, table.id)
      .where(sql`text_id is not null`),
    index('events_words')
      .using(
        'gin',
        table.folded.op('gin_trgm_ops'),
        sql`(folded_town || case when place_public then ' ' || folded_venue else '' end) gin_trgm_ops`,
        sql`(folded_town || ' ' || folded_venue) gin_trgm_ops`,
        sql`(array[(start_time at time zone 'UTC')::date - '2000-01-01'::date, -category_id, hashtext(lower(town)), ${marksOfSquares}])`,
      )
      .with(withoutFastUpdate),
  ],
);

/** The number of a moment's day. */
export const dayNumber = (time: SQL | AnyPgColumn) =>
  sql`((${time} at time zone 'UTC')::date - '2000-01-01'::date)`;

/**
 * Numbers in the index of words, by which it finds events of some days, a category, towns or squares.
 * Where two things have one number it finds a few too many.
 */
export const eventMarks = sql`array[${dayNumber(events.startTime)}, -${events.categoryId}, hashtext(lower(${events.town})), ${marksOfSquares}]`;

/** The town and the venue of an event, for those who may see its venue and for others. */
export const placeTexts = {
  venue: sql`(${events.foldedTown} || ' ' || ${events.foldedVenue})`,
  shown: sql`(${events.foldedTown} || case when ${events.placePublic} then ' ' || ${events.foldedVenue} else '' end)`,
};

/** The event of a row that is deleted with it. */
export const deletedWithEvent = () =>
  integer()
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });
