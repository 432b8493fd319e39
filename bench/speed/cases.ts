import type { Request } from 'autocannon';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { postComment } from '#features/events/comments/mutations.ts';
import { readConfig } from '#platform/config.ts';
import { signerWith } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/db/database.ts';
import { findEvent } from '#features/events/events/queries/event.ts';
import { findEvents } from '#features/events/events/queries/list.ts';
import { readGroup } from '#features/community/groups/queries.ts';
import type { Viewer } from '#platform/viewer.ts';
import { answer } from '#features/events/attendance/mutations/answers.ts';
import { attend, cancelRsvp } from '#features/events/attendance/mutations/rsvps.ts';
import { benchUsers, emailOf, password, rareWords, sessionTokenOf } from './data.ts';
import { sessionOf } from '#features/base/sign-in/queries/sessions.ts';

const signer = signerWith('x'.repeat(32));

export interface World {
  db: Database;
  now: Date;
  /** An upcoming event and its group. */
  event: number;
  group: number;
  /** Events of the benchmark members' group, one for each, so that no two wait for one row. */
  own: number[];
  /** Events with limited places, one for each. */
  bound: number[];
  origin: string;
  /** The cursor of the thousandth page of nine upcoming events; none where there are fewer. */
  farCursor: string | undefined;
}

/** One measurement: its HTTP requests, and the limit to compare with. */
export interface Case {
  name: string;
  path: (world: World) => string;
  signedIn?: true;
  /** React renders the page for each viewer. */
  drawn?: true;
  /** The requests of a connection, in order; without them it is a GET of the path. */
  requests?: (world: World, connection: number) => Request[];
  /**
   * The product's database work for the call, for one connection's member. Without it, the limit is
   * a bare server that sends the same bytes, or for a personal page React's bare rendering of it.
   */
  work?: (world: World, viewer: Viewer, token: string) => Promise<unknown>;
  /** The number of requests that one run of the work replaces. */
  requestsPerWork?: number;
}

export const cookieOf = (connection: number) =>
  `session=${sessionTokenOf(1 + (connection % benchUsers))}`;

const bothAnswers = ['going', 'cant'] as const;

const json = { 'content-type': 'application/json' };

const ownEvent = (events: number[], connection: number) => events[connection % events.length] ?? 0;
const eventOf = (events: number[], viewer: Viewer) =>
  ownEvent(events, Number(viewer.id.slice(1)) - 1);

/** A change by the connection's member. */
const change = (
  { origin }: World,
  connection: number,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Request => ({
  method,
  path: `/api/events/${path}`,
  headers: { ...(body !== undefined && json), origin, cookie: cookieOf(connection) },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** An RSVP to an event of a connection's own, and its cancelling. */
const rsvpCase = (name: string, eventsOf: (world: World) => number[]): Case => ({
  name,
  path: ({ event }) => `/api/events/${event}/rsvps`,
  signedIn: true,
  requests: (world, connection) => {
    const path = `${ownEvent(eventsOf(world), connection)}/rsvps`;
    return [
      change(world, connection, 'POST', path, { status: 'going' }),
      change(world, connection, 'DELETE', path),
    ];
  },
  work: async (world, viewer, token) => {
    const { db, now } = world;
    const event = eventOf(eventsOf(world), viewer);
    await sessionOf(db, token, now);
    await attend(db, viewer, event, {}, now);
    await sessionOf(db, token, now);
    await cancelRsvp(db, viewer, event, now);
  },
  requestsPerWork: 2,
});

/** An answer to an event of a connection's own, and its opposite. */
const answerCase: Case = {
  name: 'coming, and not coming after all',
  path: ({ event }) => `/api/events/${event}/answer`,
  signedIn: true,
  requests: (world, connection) =>
    bothAnswers.map((given) =>
      change(world, connection, 'PUT', `${ownEvent(world.own, connection)}/answer`, {
        answer: given,
      }),
    ),
  work: async (world, viewer, token) => {
    const { db, now } = world;
    for (const given of bothAnswers) {
      await sessionOf(db, token, now);
      await answer(db, viewer, eventOf(world.own, viewer), { answer: given }, now);
    }
  },
  requestsPerWork: bothAnswers.length,
};

const withSession =
  (read: (world: World, viewer: Viewer) => Promise<unknown>): NonNullable<Case['work']> =>
  async (world, viewer, token) => {
    await sessionOf(world.db, token, world.now);
    await read(world, viewer);
  };

const list = { when: 'upcoming', limit: 9 } as const;

/** Rare and frequent words, alone and with other filters of the list. */
const seldomCases = Object.entries(rareWords).flatMap(([q, often]) =>
  (
    [
      ['', {}],
      [' at a place', { location: cleanText('keswick') }],
      [' of a category', { category: 6 }],
    ] as const
  ).map(([where, filter]): Case => ({
    name: `list by a word of 1 in ${often}${where}, signed in`,
    path: () =>
      `/api/events?${new URLSearchParams({ limit: '9', q, ...filter } as Record<string, string>).toString()}`,
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(world.db, viewer, { ...list, q: cleanText(q), ...filter }, world.now),
    ),
  })),
);

type Circle = Pick<Parameters<typeof findEvents>[2], 'near' | 'within' | 'access'>;
const circles: Record<string, Circle> = {
  '10 miles of London': { near: cleanText('London'), within: 10 },
  '10 miles of Thurso': { near: cleanText('KW14'), within: 10 },
  '50 miles of London': { near: cleanText('London'), within: 50 },
  '10 miles of London, step-free': {
    near: cleanText('EC1A'),
    within: 10,
    access: ['stepFreeEntrance'],
  },
  '10 miles of London, with an interpreter': {
    near: cleanText('EC1A'),
    within: 10,
    access: ['bsl'],
  },
};

/** Lists near a place, to compare with the plain list. */
const nearCases = Object.entries(circles).map(([where, circle]): Case => {
  const query = Object.entries(circle).map(([name, value]) => [name, String(value)]);
  return {
    name: `list within ${where}, signed in`,
    path: () => `/api/events?limit=9&${new URLSearchParams(query)}`,
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(world.db, viewer, { ...list, ...circle }, world.now),
    ),
  };
});

export const cases: Case[] = [
  { name: 'events page', path: () => '/events' },
  {
    name: 'events page, signed in',
    path: () => '/events',
    signedIn: true,
    drawn: true,
  },
  { name: 'month page', path: () => '/events?view=month' },
  { name: 'event page', path: ({ event }) => `/events/${event}` },
  {
    name: 'event page, signed in',
    path: ({ event }) => `/events/${event}`,
    signedIn: true,
    drawn: true,
  },
  { name: 'group page', path: ({ group }) => `/groups/${group}` },
  {
    name: 'group page, signed in',
    path: ({ group }) => `/groups/${group}`,
    signedIn: true,
    drawn: true,
  },
  { name: 'embedded list', path: ({ group }) => `/embed/events?group=${group}` },
  { name: 'feed: calendar', path: () => '/calendar.ics' },
  { name: 'feed: calendar of a group', path: ({ group }) => `/groups/${group}/calendar.ics` },
  { name: 'feed: new events', path: () => '/feed.xml' },
  { name: 'list', path: () => '/api/events?limit=9' },
  {
    name: 'list, signed in',
    path: () => '/api/events?limit=9',
    signedIn: true,
    work: withSession((world, viewer) => findEvents(world.db, viewer, list, world.now)),
  },
  {
    name: 'list by words, signed in',
    path: () => '/api/events?limit=9&q=walk%20bake',
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(world.db, viewer, cleanTexts({ ...list, q: 'walk bake' }), world.now),
    ),
  },
  ...seldomCases,
  {
    name: 'list by place, signed in',
    path: () => '/api/events?limit=9&location=keswick',
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(world.db, viewer, cleanTexts({ ...list, location: 'keswick' }), world.now),
    ),
  },
  {
    name: 'list near a town, signed in',
    path: () => '/api/events?limit=9&near=Leeds',
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(world.db, viewer, cleanTexts({ ...list, near: 'Leeds' }), world.now),
    ),
  },
  ...nearCases,
  {
    name: 'list near a region by words, signed in',
    path: () => '/api/events?limit=9&near=Yorkshire&q=walk%20bake',
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(
        world.db,
        viewer,
        cleanTexts({ ...list, near: 'Yorkshire', q: 'walk bake' }),
        world.now,
      ),
    ),
  },
  {
    name: 'list by category, signed in',
    path: () => '/api/events?limit=9&category=6',
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(world.db, viewer, { ...list, category: 6 }, world.now),
    ),
  },
  {
    name: 'page 1,000 of the list, signed in',
    path: ({ farCursor }) => `/api/events?limit=9${farCursor ? `&cursor=${farCursor}` : ''}`,
    signedIn: true,
    work: withSession((world, viewer) =>
      findEvents(world.db, viewer, { ...list, cursor: world.farCursor }, world.now),
    ),
  },
  {
    name: 'event, signed in',
    path: ({ event }) => `/api/events/${event}`,
    signedIn: true,
    work: withSession((world, viewer) => findEvent(world.db, viewer, world.event, world.now)),
  },
  {
    name: 'group, signed in',
    path: ({ group }) => `/api/groups/${group}`,
    signedIn: true,
    work: withSession((world, viewer) =>
      readGroup(world.db, viewer, world.group, readConfig({}), signer),
    ),
  },
  { name: 'members of a large group', path: () => '/api/groups/1/members?limit=50' },
  {
    name: 'members of a large group, signed in',
    path: () => '/api/groups/1/members?limit=50',
    signedIn: true,
  },
  rsvpCase('RSVP and its cancelling', ({ own }) => own),
  rsvpCase('RSVP where places are bound, and its cancelling', ({ bound }) => bound),
  answerCase,
  {
    name: 'comment',
    path: ({ event }) => `/api/events/${event}/comments`,
    signedIn: true,
    requests: (world, connection) => [
      change(world, connection, 'POST', `${ownEvent(world.own, connection)}/comments`, {
        content: cleanText('See you there'),
      }),
    ],
    work: async (world, viewer, token) => {
      await sessionOf(world.db, token, world.now);
      const { db, now } = world;
      await postComment(
        db,
        viewer,
        eventOf(world.own, viewer),
        { content: cleanText('See you there'), attempt: undefined },
        readConfig({}),
        now,
      );
    },
  },
  {
    name: 'sign-in',
    path: () => '/api/login',
    requests: (_, connection) => [
      {
        method: 'POST',
        path: '/api/login',
        body: JSON.stringify({ email: emailOf(1 + (connection % benchUsers)), password }),
        headers: json,
      },
    ],
  },
];
