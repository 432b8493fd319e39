import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { BodyLimit } from '#contract/platform/endpoint.ts';
import { pictureBytes, pictureRule } from '#contract/base/media.ts';
import { actAs } from '#platform/acting-account.ts';
import type { Config } from '#platform/config.ts';
import { authorization, bearerContext, doorContext } from './bearer.ts';
import { compressedAtOnce } from './compression.ts';
import { withCursor } from './cursor.ts';
import { forgetForeignCaller, isOpenRead, mountPreflight } from './cross-origin.ts';
import { attemptOf } from '#platform/idempotency/once.ts';
import { sendError } from './errors.ts';
import { etagMatches } from './cache/etag.ts';
import { mountForms } from './form-posts.ts';
import { acceptTextFiles } from './text-files.ts';
import { withGuessesCounted } from '#platform/rate/guesses.ts';
import { announcedBytes, LargeBodies } from '#platform/rate/large-bodies.ts';
import { jsonRefusal, type BodyBounds } from './json.ts';
import { originRefusal } from './client-address/origin.ts';
import { addressSubject } from './client-address/network.ts';
import { declaredPoints, WriteMeter } from '#platform/rate/weight.ts';
import { demand, notFound, Refusal } from '#platform/refusal.ts';
import type { CallDeps } from './deps.ts';
import { answerRead } from './replica-reads.ts';
import type { Context, Reply, Route } from './context.ts';
import { accessRefusal } from './route.ts';
import { contextOf, writeCookies } from './session.ts';
import type { ResponseCache } from './cache/response-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler gets the raw body. */
    asSent?: boolean;
    /** The bounds of a body in JSON; everyday ones by default. */
    bounds?: BodyBounds;
    /** The sentence for a body that exceeds its bytes, where it has one of its own. */
    tooLarge?: string | undefined;
  }
  interface FastifyRequest {
    /** The context of an admitted call. */
    context: Context;
  }
}

const kilobyte = 1024;

const megabyte = kilobyte * kilobyte;

/** The bounds of every call without its own. */
export const defaultBounds = {
  bytes: 64 * kilobyte,
  values: 1_000,
  signs: 64 * kilobyte,
  escapes: 64 * kilobyte,
};

type Bounds = BodyBounds & { bytes: number };

/**
 * A picture is a third larger as a data URL. A group as a file has thousands of events, each of 40
 * values, and may be indented.
 */
const bodyBounds: Record<BodyLimit, Bounds> = {
  picture: { ...defaultBounds, bytes: (pictureBytes / 3) * 4 + 64 * kilobyte },
  // Text of 1 MB fits whatever its signs are: JSON may write each of them with six.
  calendar: {
    ...defaultBounds,
    bytes: 6.25 * megabyte,
    escapes: 6.25 * megabyte,
  },
  profile: { ...defaultBounds, bytes: 8 * megabyte },
  arrivals: { ...defaultBounds, bytes: 256 * kilobyte, values: 2_500 },
  list: { bytes: 8 * megabyte, values: 160_000, signs: 4 * megabyte, escapes: megabyte },
};

/** A sender may take minutes over each. */
const largeBodyRoom = { atOnce: 16, perCaller: 8, bytes: 128 * megabyte };

/** Puts every route on the server under its endpoint's method and path. */
export function mountApi(app: FastifyInstance, routes: Route[], deps: CallDeps): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined);
      if (request.routeOptions.config.asSent) return done(null, body.toString());
      const refusal = jsonRefusal(body, request.routeOptions.config.bounds ?? defaultBounds);
      if (refusal) return done(refusal);
      void parseJson(request, body.toString(), done);
    },
  );
  // Amazon's SNS names its JSON text/plain.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) =>
    request.routeOptions.config.asSent
      ? done(null, body)
      : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/plain')),
  );
  acceptTextFiles(app, routes);
  app.decorateRequest('context');
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done(null, typeof payload === 'string' ? compressedAtOnce(request, reply, payload) : payload);
  });
  app.setErrorHandler(sendError);
  for (const url of ['/', '/*'])
    app.all(url, (request, reply) => sendError(notFound('Page'), request, reply));
  const [ofPictures, ofJson] = [
    routes.filter(acceptsPicture),
    routes.filter((each) => !acceptsPicture(each)),
  ];
  const largeBodies = new LargeBodies(largeBodyRoom);
  mountRoutes(app, ofJson, largeBodies, deps);
  void app.register(async (pictures) => {
    acceptPictures(pictures);
    mountRoutes(pictures, ofPictures, largeBodies, deps);
  });
  void app.register(async (forms) =>
    mountForms(forms, ofJson, deps, {
      admit: async (route, request, reply) => {
        request.context = await contextOf(request, reply, deps);
        await admitCaller(route, request, deps);
        admitBody(route, request, reply, largeBodies);
      },
      answer: (route, request) => answerCall(route, request, deps),
      mostBytes: (route) => boundsOf(route).bytes,
    }),
  );
}

const acceptsPicture = ({ endpoint }: Route) => endpoint.takes === 'picture';

function boundsOf(route: Route): Bounds {
  const { bodyLimit } = route.endpoint;
  const bounds = bodyLimit ? bodyBounds[bodyLimit] : defaultBounds;
  return acceptsPicture(route) ? { ...bounds, bytes: pictureBytes } : bounds;
}

/** @throws Refusal `unavailable` for a large body without room */
function admitBody(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  largeBodies: LargeBodies,
): void {
  const bytes = Math.min(announcedBytes(request), boundsOf(route).bytes);
  if (bytes > defaultBounds.bytes)
    largeBodies.admit(request, reply, { caller: callerOf(request), bytes });
}

/** A form of another site can send these types without a preflight request. */
const typesOfForms = ['multipart/form-data', 'application/x-www-form-urlencoded', 'text/plain'];

/** Accepts raw pictures under any type but those of other calls: their bytes tell what they are. */
function acceptPictures(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: pictureBytes },
    (_request, bytes, done) => done(null, { bytes }),
  );
  app.addContentTypeParser(['application/json', ...typesOfForms], (_request, _body, done) =>
    done(new Refusal('unsupported_media_type', pictureRule)),
  );
}

function mountRoutes(
  app: FastifyInstance,
  routes: Route[],
  largeBodies: LargeBodies,
  deps: CallDeps,
): void {
  for (const route of routes) {
    const [method, path] = route.endpoint.key.split(' ') as [string, string];
    const url = path.replace(/^\/api/, '');
    const isOpen = isOpenRead(route.endpoint);
    const { bodyLimit, textFile, tooLarge, signedBy } = route.endpoint;
    const bounds = boundsOf(route);
    if (isOpen) mountPreflight(app, url);
    app.route({
      method,
      url,
      ...(bodyLimit && { bodyLimit: bounds.bytes }),
      config: {
        asSent: signedBy !== undefined,
        isOpen,
        bounds,
        textFile,
        tooLarge,
      },
      onRequest: async (request, reply) => {
        request.context = await admitRequest(route, request, reply, deps);
        admitBody(route, request, reply, largeBodies);
      },
      handler: (request, reply) => handleRequest(route, request, reply, deps),
    });
  }
}

/** Returns the account that causes a call, or signed out the address. */
const callerOf = ({ context, ip }: FastifyRequest): string =>
  context.viewer?.id ?? addressSubject(ip);

const changesSomething = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';

/**
 * Admits or refuses a call before its body is read: by its origin, its caller, and their rate
 * limits.
 * @throws Refusal
 */
async function admitRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: CallDeps,
): Promise<Context> {
  forgetForeignCaller(request, deps.config);
  request.context = await callerContext(route, request, reply, deps);
  await admitCaller(route, request, deps);
  return request.context;
}

/** @throws Refusal */
async function admitCaller(route: Route, request: FastifyRequest, deps: CallDeps): Promise<void> {
  await countCall(route, request, request.context, deps);
  demand(deps.closedRefusal(route.endpoint.key));
  demand(accessRefusal(route.endpoint, request.context));
}

/**
 * Counts a call against its address and its account.
 * @throws Refusal `too_many_requests`
 */
async function countCall(
  route: Route,
  request: FastifyRequest,
  context: Context,
  deps: CallDeps,
  points = 1,
): Promise<void> {
  const { rate } = route.endpoint;
  if (!rate || points === 0) return;
  await deps.rateLimiter?.count(rate, subjectsOf(route, request, context, deps), { points });
}

/** The address and the account that a call counts for. */
function subjectsOf(
  route: Route,
  { ip }: FastifyRequest,
  context: Context,
  { callerProvider }: CallDeps,
): string[] {
  const caller = callerProvider.callerOf(route, context);
  return caller ? [addressSubject(ip), caller] : [addressSubject(ip)];
}

/** Charges what a call writes to its caller's rate of writing, whatever rate the call declares. */
function meterOf(
  route: Route,
  request: FastifyRequest,
  context: Context,
  deps: CallDeps,
  points: number,
): WriteMeter | undefined {
  const { rateLimiter } = deps;
  if (!rateLimiter) return undefined;
  const rate = route.endpoint.access === 'admin' ? 'moderation' : 'write';
  const subjects = subjectsOf(route, request, context, deps);
  return new WriteMeter(points, (due) => rateLimiter.countWritten(rate, subjects, due));
}

/**
 * A token is valid from any origin, since browsers never send one by themselves as they send
 * cookies.
 */
function callerContext(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: CallDeps,
): Promise<Context> {
  const [bearer, door] = [authorization(request, 'bearer'), authorization(request, 'door')];
  if (bearer !== undefined) return bearerContext(bearer, request, reply, deps);
  if (door !== undefined) return doorContext(route, door, request, deps);
  if (changesSomething(request)) demand(originRefusal(request, deps.config));
  return contextOf(request, reply, deps);
}

async function handleRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: CallDeps,
): Promise<FastifyReply> {
  const answer = await answerCall(route, request, deps);
  if (route.endpoint.shared && !request.context.viewer) shareResponse(reply, deps.shared);
  return sendReply(request, reply, answer, deps.config);
}

/** Answers an admitted call. */
async function answerCall(
  route: Route,
  request: FastifyRequest,
  deps: CallDeps,
): Promise<Reply<unknown>> {
  const changes = changesSomething(request);
  const { params, query } = request;
  const attempt = attemptAt(route, request);
  const context = attempt ? { ...request.context, attempt } : request.context;
  const { db, network, config, now } = context;
  const { rate } = route.endpoint;
  const points = declaredPoints(route.endpoint, request.body);
  // Admission has already counted one point.
  await countCall(route, request, context, deps, points - 1);
  const counted =
    rate &&
    deps.rateLimiter &&
    (await deps.callerProvider.countedFor(route, context, request.body));
  if (rate && counted?.account) await deps.rateLimiter?.count(rate, [counted.account]);
  await countField(route, request, deps);
  const body = bodyFor(route, request);
  const raw = { params, query, body };
  const meter = meterOf(route, request, context, deps, points);
  const answering = () =>
    actAs(
      context.viewer?.id ?? null,
      () =>
        withinPoints(meter, changes ? route.answer(raw, context) : answerRead(route, raw, context)),
      addressSubject(request.ip),
      meter,
    );
  const answer =
    deps.rateLimiter && counted?.guesses
      ? await withGuessesCounted(
          counted.guesses,
          {
            rateLimiter: deps.rateLimiter,
            warn: (guess) => deps.callerProvider.warnOfGuesses(db, guess, network, config, now),
          },
          answering,
        )
      : await answering();
  if (changes || answer.session) await deps.replicaReads?.changed(changedBy(answer, context));
  if (changes && !route.endpoint.keepsPublicCache) deps.shared.purge();
  return answer;
}

/**
 * Refuses a call that has written too much, however it went on: its transaction is rolled back.
 * @throws Refusal `too_many_requests`
 */
async function withinPoints<T>(meter: WriteMeter | undefined, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } finally {
    meter?.requirePoints();
  }
}

/** @throws Refusal `too_many_requests` */
async function countField(
  route: Route,
  { context, body }: FastifyRequest,
  { rateLimiter, callerProvider }: CallDeps,
): Promise<void> {
  const { rateIf } = route.endpoint;
  const caller = callerProvider.callerOf(route, context);
  if (!rateIf || !caller || typeof body !== 'object' || body === null) return;
  if (Reflect.get(body, rateIf.field) === true) await rateLimiter?.count(rateIf.rate, [caller]);
}

/** @throws Refusal `invalid` */
function attemptAt({ endpoint }: Route, { context, headers, params, body }: FastifyRequest) {
  if (!endpoint.once || !context.viewer) return undefined;
  const call = { userId: context.viewer.id, endpoint: endpoint.key, input: [params, body] };
  return attemptOf(headers['idempotency-key'], call);
}

/** The session or token that continues after this call. */
const changedBy = ({ session, concerns }: Reply<unknown>, { token, viewer }: Context) => ({
  session: typeof session === 'object' ? session.token : token,
  userId: viewer?.id,
  concerns,
});

/** Allows sharing of the answer; browsers revalidate their copy. */
function shareResponse(reply: FastifyReply, shared: ResponseCache): void {
  shared.mark(reply.raw);
  void reply.headers({ 'cache-control': 'no-cache', vary: 'Cookie' });
}

/** A signed call needs its body as it came, with its signature. */
function bodyFor({ endpoint: { signedBy } }: Route, request: FastifyRequest): unknown {
  return signedBy === undefined
    ? request.body
    : { payload: request.body, signature: request.headers[signedBy] };
}

function sendReply(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Reply<unknown>,
  config: Config,
): FastifyReply {
  writeCookies(reply, config, answer);
  if (answer.headers) void reply.headers(answer.headers);
  if (answer.redirect) return reply.redirect(answer.redirect, answer.status);
  if (answer.next)
    void reply.header('link', `<${withCursor(request.originalUrl, answer.next)}>; rel="next"`);
  if (answer.total !== undefined) void reply.header('x-total-count', answer.total);
  const tag = answer.headers?.etag;
  if (tag && etagMatches(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.code(answer.status).send(answer.body);
}
