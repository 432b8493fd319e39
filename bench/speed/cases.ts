import type { Request } from 'autocannon';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { readGroup } from '#features/community/groups/queries/groups.ts';
import { sessionOf } from '#features/base/sign-in/queries/sessions.ts';
import { attend, cancelRsvp } from '#features/events/attendance/mutations/rsvps.ts';
import { postComment } from '#features/events/comments/mutations.ts';
import { findEvent } from '#features/events/events/queries/event.ts';
import { findEvents } from '#features/events/events/queries/list.ts';
import { readConfig } from '#platform/config.ts';
import { signerWith } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { benchUsers, emailOf, password, sessionTokenOf } from './data.ts';

const signer = signerWith('x'.repeat(32));

export interface World {
  db: Database;
  now: Date;
  /** An upcoming event and its group. */
  event: number;
  group: number;
  /** Events of the benchmark members' group, one for each, so that no two wait for one row. */
  own: number[];
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

const json = { 'content-type': 'application/json' };

export const signInOf = (connection: number): Request[] => [
  {
    method: 'POST',
    path: '/api/login',
    body: JSON.stringify({ email: emailOf(1 + (connection % benchUsers)), password }),
    headers: json,
  },
];

const ownEvent = ({ own }: World, connection: number) => own[connection % own.length] ?? 0;
const eventOf = (world: World, viewer: Viewer) => ownEvent(world, Number(viewer.id.slice(1)) - 1);

/** A change by the connection's member. */
const change = (
  world: World,
  connection: number,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Request => ({
  method,
  path: `/api/events/${ownEvent(world, connection)}/${path}`,
  headers: {
    ...(body !== undefined && json),
    origin: world.origin,
    cookie: cookieOf(connection),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** A read by a member. */
const readCase = (
  name: string,
  path: Case['path'],
  read: (world: World, viewer: Viewer) => Promise<unknown>,
): Case => ({
  name: `${name}, signed in`,
  path,
  signedIn: true,
  work: async (world, viewer, token) => {
    await sessionOf(world.db, token, world.now);
    await read(world, viewer);
  },
});

/** Filters of a list of events, as an address has them. */
interface Narrowed {
  q?: string;
  location?: string;
  near?: string;
  within?: 10;
  access?: ['bsl'];
  category?: 6;
  cursor?: string | undefined;
}

/** A list of events by a member. */
const listCase = (name: string, narrowedBy: (world: World) => Narrowed): Case =>
  readCase(
    name,
    (world) => {
      const given = Object.entries(narrowedBy(world)).filter(([, value]) => value !== undefined);
      const query = given.map(([key, value]) => [key, String(value)]);
      return `/api/events?${new URLSearchParams([['limit', '9'], ...query])}`;
    },
    (world, viewer) => {
      const query = { when: 'upcoming', limit: 9, ...narrowedBy(world) } as const;
      return findEvents(world.db, viewer, cleanTexts(query), world.now);
    },
  );

/** A page, as everybody has it and drawn for a member. */
const pageCases = (name: string, path: Case['path']): Case[] => [
  { name, path },
  { name: `${name}, signed in`, path, signedIn: true, drawn: true },
];

const members = { path: () => '/api/groups/1/members?limit=50' };

export const cases: Case[] = [
  ...pageCases('events page', () => '/events'),
  ...pageCases('event page', ({ event }) => `/events/${event}`),
  ...pageCases('group page', ({ group }) => `/groups/${group}`),
  { name: 'list', path: () => '/api/events?limit=9' },
  listCase('list', () => ({})),
  listCase('list by words', () => ({ q: 'walk bake' })),
  listCase('list by place', () => ({ location: 'keswick' })),
  listCase('list within 10 miles of London', () => ({ near: 'London', within: 10 })),
  listCase('list within 10 miles of London, with an interpreter', () => ({
    near: 'London',
    within: 10,
    access: ['bsl'],
  })),
  listCase('list within 10 miles of Thurso', () => ({ near: 'KW14', within: 10 })),
  listCase('list by category', () => ({ category: 6 })),
  listCase('page 1,000 of the list', ({ farCursor }) => ({ cursor: farCursor })),
  readCase(
    'event',
    ({ event }) => `/api/events/${event}`,
    ({ db, event, now }, viewer) => findEvent(db, viewer, event, readConfig({}), now),
  ),
  readCase(
    'group',
    ({ group }) => `/api/groups/${group}`,
    ({ db, group }, viewer) => readGroup(db, viewer, group, readConfig({}), signer),
  ),
  { name: 'members of a large group', ...members },
  { name: 'members of a large group, signed in', ...members, signedIn: true },
  {
    name: 'RSVP and its cancelling',
    path: ({ event }) => `/api/events/${event}/rsvps`,
    signedIn: true,
    requests: (world, connection) => [
      change(world, connection, 'POST', 'rsvps', { status: 'going' }),
      change(world, connection, 'DELETE', 'rsvps'),
    ],
    work: async (world, viewer, token) => {
      const { db, now } = world;
      const event = eventOf(world, viewer);
      await sessionOf(db, token, now);
      await cancelRsvp(db, viewer, event, now);
      await sessionOf(db, token, now);
      await attend(db, viewer, event, {}, now);
    },
    requestsPerWork: 2,
  },
  {
    name: 'comment',
    path: ({ event }) => `/api/events/${event}/comments`,
    signedIn: true,
    requests: (world, connection) => [
      change(world, connection, 'POST', 'comments', { content: 'See you there' }),
    ],
    work: async (world, viewer, token) => {
      const { db, now } = world;
      const comment = { content: cleanText('See you there'), attempt: undefined };
      await sessionOf(db, token, now);
      await postComment(db, viewer, eventOf(world, viewer), comment, readConfig({}), now);
    },
  },
  {
    name: 'sign-in',
    path: () => '/api/login',
    requests: (_, connection) => signInOf(connection),
  },
];
