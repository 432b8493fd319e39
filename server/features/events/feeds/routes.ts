import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { feedPaths, feedTypes } from '#contract/events/feed-paths.ts';
import {
  endCalendarFeed,
  FeedQuery,
  getCalendarFeed,
  makeCalendarFeed,
  OwnFeedQuery,
} from '#contract/events/feeds.ts';
import { paths } from '#contract/platform/paths.ts';
import { originOf } from '#platform/http/client-address/address.ts';
import { brotliHigh } from '#platform/http/compression.ts';
import { sendError } from '#platform/http/errors.ts';
import { etagMatches } from '#platform/http/cache/etag.ts';
import { idOf } from '#platform/http/id-in-path.ts';
import type { CallDeps } from '#platform/http/deps.ts';
import { created, noContent, ok, parse, route } from '#platform/http/route.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import type { SharedAddress } from '#platform/http/cache/shared-address.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import { publicGroup } from '#features/community/groups/queries/groups.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { atomFeed } from './queries/atom.ts';
import { ownCalendar, publicCalendar } from './queries/calendar.ts';
import { endFeed, makeFeed, recordRead } from './mutations.ts';
import { hyphenated } from '#features/events/events/queries/spellings.ts';
import { feedOf, newestEvents, ownerOfFeed, ownEvents, publicEvents } from './queries/events.ts';

export const feedRoutes = [
  route(makeCalendarFeed, async (_, { db, viewer, origin, now }) =>
    created({ url: await makeFeed(db, viewer, origin, now) }),
  ),

  route(getCalendarFeed, async (_, { db, viewer }) => ok(await feedOf(db, viewer))),

  route(endCalendarFeed, async (_, { db, viewer }) => {
    await endFeed(db, viewer.id);
    return noContent();
  }),
];

/** Equal for everybody; a member's own calendar is not among them. */
export const sharedFeeds: readonly SharedAddress[] = [
  { path: feedPaths.eventsCalendar, query: FeedQuery },
  { path: feedPaths.events },
  { path: '/groups/:id/calendar.ics' },
  { path: '/groups/:id/feed.xml' },
];

type WithId = { Params: { id: string } };
type WithToken = { Params: { token: string } };

/**
 * Mounts the feeds. Every reader sees them as a signed-out visitor does, except a member's own
 * calendar.
 */
export function mountFeeds(app: FastifyInstance, deps: CallDeps): void {
  app.setErrorHandler((error, request, reply) => {
    void reply.header('cache-control', 'no-store');
    return sendError(error, request, reply);
  });
  mountPublicCalendars(app, deps);
  mountNewEvents(app, deps);
  mountOwnCalendar(app, deps);
}

function mountPublicCalendars(app: FastifyInstance, deps: CallDeps): void {
  const { db, config, clock } = deps;

  app.get('/calendar.ics', { compress: brotliHigh }, async (request, reply) => {
    const now = clock();
    const filter = await hyphenated(db, parse(FeedQuery, request.query), now);
    const [events, name] = await Promise.all([publicEvents(db, filter, now), siteName(deps)]);
    const text = publicCalendar(name, events, originOf(request, config));
    return sendShared(request, reply, deps, { type: feedTypes.calendar, text });
  });

  app.get<WithId>('/groups/:id/calendar.ics', { compress: brotliHigh }, async (request, reply) => {
    const group = idOf(request.params.id, 'Group');
    const [name, events] = await Promise.all([
      nameOfGroup(db, group),
      publicEvents(db, { group }, clock()),
    ]);
    const text = publicCalendar(name, events, originOf(request, config));
    return sendShared(request, reply, deps, { type: feedTypes.calendar, text });
  });
}

function mountNewEvents(app: FastifyInstance, deps: CallDeps): void {
  const { db, config } = deps;

  app.get('/feed.xml', { compress: brotliHigh }, async (request, reply) => {
    const [events, name] = await Promise.all([newestEvents(db, undefined), siteName(deps)]);
    const about = { title: `New events – ${name}`, self: feedPaths.events, page: paths.events };
    const text = atomFeed(about, events, originOf(request, config));
    return sendShared(request, reply, deps, { type: feedTypes.atom, text });
  });

  app.get<WithId>('/groups/:id/feed.xml', { compress: brotliHigh }, async (request, reply) => {
    const id = idOf(request.params.id, 'Group');
    const [name, events] = await Promise.all([nameOfGroup(db, id), newestEvents(db, id)]);
    const about = {
      title: `New events of ${name}`,
      self: feedPaths.group(id),
      page: paths.group(id),
    };
    const text = atomFeed(about, events, originOf(request, config));
    return sendShared(request, reply, deps, { type: feedTypes.atom, text });
  });
}

function mountOwnCalendar(app: FastifyInstance, deps: CallDeps): void {
  const { db, config, clock } = deps;

  app.get<WithToken>('/calendar/:token(^[\\w-]{1,100}).ics', async (request, reply) => {
    const { asked } = parse(OwnFeedQuery, request.query);
    const hash = tokenHash(request.params.token);
    const owner = await ownerOfFeed(db, hash);
    if (!owner) throw notFound('Calendar');
    const now = clock();
    const [events, name] = await Promise.all([
      ownEvents(db, owner.id, asked === true, now),
      siteName(deps),
      recordRead(db, owner, hash, now),
    ]);
    const text = ownCalendar(`My events – ${name}`, events, originOf(request, config), now);
    void reply.headers({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    return sendFeed(request, reply, { type: feedTypes.calendar, text });
  });
}

const siteName = async ({ db, config, clock }: CallDeps) =>
  (await currentSettings(db, null, config, clock())).siteName;

async function nameOfGroup(db: Database, id: number): Promise<string> {
  const group = await publicGroup(db, id);
  if (!group) throw notFound('Group');
  return group.name;
}

interface Feed {
  type: string;
  text: string;
}

/** Answers any caller, from a recent copy if there is one. */
function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  { shared }: CallDeps,
  feed: Feed,
): FastifyReply {
  void reply.header('cache-control', 'public, no-cache');
  return sendFeed(request, reply, feed, shared.mark(reply.raw));
}

function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text }: Feed,
  isKept = false,
): FastifyReply {
  const tag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  void reply.header('etag', tag);
  if (!isKept && etagMatches(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(text);
}
