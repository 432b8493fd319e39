import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { maxArrivals, maxWalkInPeople } from '#contract/platform/limits.ts';
import { personName } from '#contract/platform/names.ts';
import { Id, line, paging } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

/** An id that a phone makes for itself, or for a party that walked in. */
const phoneIdRule = 'Please send 8 to 64 letters, digits or hyphens';
const PhoneId = z
  .string(phoneIdRule)
  .regex(/^[A-Za-z0-9-]{8,64}$/, phoneIdRule)
  .meta({ examples: ['5f0c2d1e-7a41'] });

/** The latest word on how many of a party are here. */
const Word = { here: z.int().meta({ examples: [2] }), at: z.string().nullable() };

/** A party at the door: one that comes, waits for a place, or walked in. */
export const DoorParty = z.strictObject({
  /** Never changes for a party. */
  id: z.string().meta({ examples: ['57', 'w5f0c2d1e-7a'] }),
  /** One that was on no list walked in. */
  kind: z.enum(['member', 'guest', 'added', 'walk_in']),
  status: z.enum(['going', 'waiting']),
  firstName: z.string(),
  /** The first letter of a member's last name, for organisers and admins. */
  lastInitial: z
    .string()
    .optional()
    .meta({ examples: ['T'] }),
  /** First names. */
  children: z.array(z.string().meta({ examples: ['Mo'] })),
  people: z.int(),
  ...Word,
  /** The first name of the organiser who said so, or the helper's name. */
  by: z
    .string()
    .nullable()
    .meta({ examples: ['Sam at the door'] }),
  /** The member has come to no earlier event of the group. */
  firstTime: z.boolean(),
  /** For organisers to know, such as allergies. */
  note: z.string().optional(),
});
export type DoorParty = z.infer<typeof DoorParty>;

const DoorCounts = z.strictObject({
  /** The people of the parties that come; none that wait or walked in. */
  expected: z.int(),
  /** The people who are here, whatever list they were on. */
  here: z.int(),
  walkIns: z.int(),
});
export type DoorCounts = z.infer<typeof DoorCounts>;

/** Answers with an `ETag`; 304 where nothing has changed since. */
export const readDoor = endpoint('GET /api/events/:id/door', {
  summary: 'See who is here (organisers, helpers)',
  refuses: ['forbidden', 'conflict'],

  access: 'signed_in',
  doorLinks: true,
  params,
  response: z.strictObject({
    event: z.strictObject({
      id: z.int(),
      title: z.string(),
      startTime: z.string(),
      endTime: z.string(),
      capacity: z.int().nullable(),
    }),
    people: z.array(DoorParty),
    counts: DoorCounts,
  }),
});

const listRule = `Please send 1 to ${maxArrivals} arrivals`;

/** A party that was on no list. */
export const WalkIn = z.object({
  id: PhoneId,
  name: personName({ what: 'Name', min: 1, max: 80, tooShort: 'Please enter a name' }),
  people: z.int().min(1).max(maxWalkInPeople),
});

const arrivalFields = { here: z.int().min(0), at: z.iso.datetime({ offset: true }) };

/** One word of a phone: how many of a party are here, and when that was. */
export const Arrival = z.union([
  z.object({ id: z.string().max(80), walkIn: z.undefined().optional(), ...arrivalFields }),
  z.object({ walkIn: WalkIn, ...arrivalFields }),
]);

/**
 * Each arrival is taken or refused by itself. The latest arrival of a party counts, by its own `at`;
 * of two at the same time the one of the greater `device`. One more than ten minutes ahead counts as
 * now.
 */
export const saveArrivals = endpoint('PUT /api/events/:id/arrivals', {
  summary: 'Say who is here (organisers, helpers)',
  refuses: ['forbidden', 'conflict'],

  access: 'signed_in',
  doorLinks: true,
  rate: 'write',
  bodyLimit: 'arrivals',
  params,
  body: z.object({
    device: PhoneId,
    // Each is parsed by itself, so that one of them spoils no other.
    arrivals: z
      .array(
        z.unknown().meta({
          description: '`{id, here, at}`, or `{walkIn: {id, name, people}, here, at}`',
          examples: [{ id: '57', here: 2, at: '2026-06-20T18:35:00.000Z' }],
        }),
        listRule,
      )
      .min(1, listRule)
      .max(maxArrivals, listRule),
  }),
  response: z.strictObject({
    /** The arrival that counts afterwards, in the order sent. */
    results: z.array(
      z.union([
        z.strictObject({
          id: z.string(),
          ...Word,
          /** Another arrival counts. */
          stale: z.literal(true).optional(),
        }),
        z.strictObject({ id: z.string(), error: z.enum(['not_found', 'invalid']) }),
      ]),
    ),
    counts: DoorCounts,
    /** More people are here than the event has places. */
    overCapacity: z.boolean(),
  }),
});

const DoorLink = z.strictObject({
  id: z.int(),
  name: z.string().meta({ examples: ['Sam at the door'] }),
  notes: z.boolean(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type DoorLink = z.infer<typeof DoorLink>;

/** With `notes`, the helper also reads notes such as allergies. */
export const makeDoorLink = endpoint('POST /api/events/:id/door-links', {
  summary: 'Make a link for a door helper',
  answers: [201],
  refuses: ['forbidden', 'conflict'],

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({
    name: line({ min: 1, max: 80, tooShort: 'Please enter the helper’s name' }),
    notes: z.boolean('Please send true or false').default(false),
  }),
  response: DoorLink.omit({ lastUsedAt: true }).extend({
    /** Shown only this once. */
    url: z.string().meta({ examples: ['https://hall.example/door/shown-once'] }),
  }),
});

export const listDoorLinks = endpoint('GET /api/events/:id/door-links', {
  summary: 'List the links of helpers at the door',
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  response: z.array(DoorLink),
});

export const endDoorLink = endpoint('DELETE /api/events/:id/door-links/:linkId', {
  summary: 'End the link of a helper',
  refuses: ['forbidden'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, linkId: Id }),
});

/** `absent` only after the end, and where the door was used. */
export const listAttendance = endpoint('GET /api/events/:id/attendance', {
  summary: 'List who came (organisers)',
  refuses: ['forbidden', 'conflict'],

  access: 'signed_in',
  params,
  query: z.object(paging),
  response: z.array(
    DoorParty.pick({ id: true, kind: true, firstName: true, people: true }).extend({
      came: z.int(),
      state: z.enum(['came', 'absent', 'unknown']),
      firstTime: z.boolean(),
    }),
  ),
});

const eventThen = { eventId: z.int(), title: z.string(), startTime: z.string() };

export const myAttendance = endpoint('GET /api/user/attendance', {
  summary: 'List the events you came to',
  access: 'signed_in',
  query: z.object(paging),
  response: z.array(z.strictObject({ ...eventThen, came: z.int() })),
});

/** In people; newest first. */
export const groupAttendance = endpoint('GET /api/groups/:id/attendance', {
  summary: 'Count who came to each event (organisers)',
  refuses: ['forbidden', 'conflict'],

  access: 'signed_in',
  params,
  query: z.object(paging),
  response: z.array(
    z.strictObject({
      ...eventThen,
      expected: z.int(),
      came: z.int(),
      /** Members who were there for the first time. */
      firstTime: z.int(),
    }),
  ),
});
