import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '#contract/api.ts';
import { accountDeletionRoutes } from './features/operations/account-deletion/routes.ts';
import { accountRoutes } from './features/base/accounts/routes.ts';
import { adminRoutes } from './features/operations/admin/routes.ts';
import { analyticsRoutes } from './features/operations/analytics/routes.ts';
import { auditRoutes } from './features/base/audit/routes.ts';
import { blockRoutes } from './features/trust/blocks/routes.ts';
import { purgeRoutes } from './features/safety/purge/routes.ts';
import { complaintRoutes } from './features/safety/complaints/routes.ts';
import { contactRoutes } from './features/events/contact/routes.ts';
import { messageRoutes } from './features/events/messages/routes.ts';
import { pendingReviewRoutes } from './features/events/pending-review/routes.ts';
import { commentRoutes } from './features/events/comments/routes.ts';
import { donationRoutes } from './features/base/donations/routes.ts';
import { sharedEmbeds, mountEmbed } from './features/events/embed/routes/mount.ts';
import { eventRoutes } from './features/events/events/routes.ts';
import { feedRoutes, sharedFeeds, mountFeeds } from './features/events/feeds/routes.ts';
import type { Config } from './platform/config.ts';
import { splitPool } from './platform/db/connections.ts';
import type { OpenDatabase } from './platform/db/database.ts';
import { Replica } from './platform/db/replica.ts';
import { openLocationSearch } from './platform/geo/location-search.ts';
import type { Signer } from './platform/crypto/signing.ts';
import { groupRoutes } from './features/community/groups/routes.ts';
import { warnAboutProxy, isHttps } from './platform/http/client-address/address.ts';
import { brotliFast } from './platform/http/compression.ts';
import { guardingHeaders } from './platform/http/content-policy.ts';
import { openToAnyOrigin } from './platform/http/cross-origin.ts';
import { sendError } from './platform/http/errors.ts';
import { errorInLog, requestInLog, sampleLines } from './platform/http/log.ts';
import { requestLogger, setRequestNote, patternOf } from './platform/http/request-line.ts';
import type { Deps } from './platform/http/deps.ts';
import { defaultBounds, mountApi } from './platform/http/mount.ts';
import { retireMessage } from './platform/process/processes.ts';
import { countInDatabase } from './platform/rate/in-database.ts';
import { countInMemory } from './platform/rate/in-memory.ts';
import { createRateLimiter, type RateLimiter } from './platform/rate/limits.ts';
import { ReplicaReads } from './platform/http/replica-reads.ts';
import { createReadLimiter, limitReads } from './platform/http/read-limit.ts';
import { ResponseCache } from './platform/http/cache/response-cache.ts';
import { trustOf } from './platform/http/client-address/network.ts';
import { lateJobs, type Job } from './platform/jobs/runner.ts';
import { notFound, Refusal } from './platform/refusal.ts';
import type { Route } from './platform/http/context.ts';
import { closeAfterEarlyResponse } from './platform/http/early-response.ts';
import { signInRoutes } from './features/base/sign-in/routes/sign-in.ts';
import { callerProvider } from './caller-provider.ts';
import { mailRoutes } from './features/base/mail/routes.ts';
import { notificationRoutes } from './features/base/notifications/routes.ts';
import { mountOneClick, subscriptionRoutes } from './features/community/subscriptions/routes.ts';
import { mediaRoutes, mountPictures } from './features/base/media/routes.ts';
import { membershipRoutes } from './features/community/membership/routes.ts';
import { complianceRoutes } from './features/safety/compliance/routes.ts';
import { setupRoutes } from './features/operations/setup/routes.ts';
import { siteStatsRoutes } from './features/operations/site-stats/routes.ts';
import { profileRoutes } from './features/community/profiles/routes.ts';
import { reportRoutes } from './features/safety/reports/routes.ts';
import { arrivalRoutes } from './features/events/arrivals/routes.ts';
import { questionRoutes } from './features/events/questions/routes.ts';
import { guestRoutes } from './features/events/guests/routes.ts';
import { householdRoutes } from './features/events/household/routes.ts';
import {
  addedAttendeeRoutes,
  answerRoutes,
  offerRoutes,
  rsvpRoutes,
  waitlistRoutes,
} from './features/events/attendance/routes.ts';
import { openApiRoutes } from './features/operations/openapi/routes.ts';
import { emailInvitationRoutes } from './features/community/email-invitations/routes.ts';
import { invitationLinkRoutes } from './features/community/invitation-link/routes.ts';
import { importRoutes } from './features/events/imports/routes.ts';
import { groupFileRoutes } from './features/events/group-file/routes.ts';
import { seriesRoutes } from './features/events/series/routes.ts';
import { settingsRoutes } from './features/base/settings/routes.ts';
import { dataExportRoutes } from './features/operations/data-export/routes.ts';
import { passkeyRoutes } from './features/base/passkeys/routes.ts';
import { tokenRoutes } from './features/base/tokens/routes.ts';
import { twoStepRoutes } from './features/base/sign-in/routes/two-step.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { mountApiDocs, sharedApiDocs } from './ssr/api-docs/routes.ts';
import { earlyScriptHash } from './ssr/early.ts';
import { mountPages, pageParameters, type PageRenderer } from './ssr/pages.ts';
import { closedOnDemoRefusal } from './demo/closed-calls.ts';
import { withoutVisitorsData } from './demo/masking.ts';
import { guardByGate } from './demo/gate.ts';
import { openSigner } from './features/base/settings/mutations.ts';
import { programVersion } from './platform/process/version.ts';
import { isKnownPlace } from './platform/geo/nearby.ts';
import { sharedAddresses } from './platform/http/cache/shared-address.ts';
import './steps.ts';

export const routes: Route[] = [
  ...accountDeletionRoutes,
  ...accountRoutes,
  ...adminRoutes,
  ...analyticsRoutes,
  ...auditRoutes,
  ...blockRoutes,
  ...purgeRoutes,
  ...commentRoutes,
  ...complaintRoutes,
  ...contactRoutes,
  ...donationRoutes,
  ...eventRoutes,
  ...feedRoutes,
  ...groupRoutes,
  ...signInRoutes,
  ...mailRoutes,
  ...notificationRoutes,
  ...mediaRoutes,
  ...membershipRoutes,
  ...messageRoutes,
  ...pendingReviewRoutes,
  ...setupRoutes,
  ...siteStatsRoutes,
  ...complianceRoutes,
  ...profileRoutes,
  ...reportRoutes,
  ...rsvpRoutes,
  ...answerRoutes,
  ...arrivalRoutes,
  ...householdRoutes,
  ...guestRoutes,
  ...questionRoutes,
  ...addedAttendeeRoutes,
  ...waitlistRoutes,
  ...offerRoutes,
  ...openApiRoutes,
  ...groupFileRoutes,
  ...importRoutes,
  ...invitationLinkRoutes,
  ...emailInvitationRoutes,
  ...seriesRoutes,
  ...settingsRoutes,
  ...subscriptionRoutes,
  ...dataExportRoutes,
  ...passkeyRoutes,
  ...tokenRoutes,
  ...twoStepRoutes,
];

export interface AppDeps extends Deps {
  /** A server may have other processes; the embedded database has only this one. */
  engine: OpenDatabase['engine'];
  /** Omitted by tests that need no pages. */
  pages?: PageRenderer;
  /**
   * How long signed-out visitors share an answer; omitted by tests that write past the application.
   */
  sharedSeconds?: number;
  /** How far the replica used for reads may lag. */
  replicaSeconds?: number;
  metrics?: Metrics;
  /** The jobs whose lateness `/readyz` reports; omitted where none run. */
  jobs?: readonly Pick<Job, 'name' | 'everyMs'>[];
  /**
   * Aborted when the process is about to end: it still answers, and asks clients to reconnect
   * elsewhere.
   */
  leaving?: AbortSignal;
  /** Where log lines go, if not to standard output. */
  logTo?: { write: (line: string) => void };
}

const sharedLimits = { bytes: 32 * 1024 * 1024, entries: 2_000, waiting: 1_000 };

/**
 * The addresses whose answers signed-out callers share: each call, feed and page declares its own
 * query.
 */
const addresses = sharedAddresses({
  declared: [
    ...routes
      .filter(({ endpoint }) => endpoint.shared)
      .map(({ endpoint: { key, query } }) => ({ path: key.slice('GET '.length), query })),
    ...sharedEmbeds,
    ...sharedFeeds,
    ...sharedApiDocs,
  ],
  ofPages: pageParameters,
  isWorthSharing: ({ near = '' }) => near.trim() === '' || isKnownPlace(near),
});

const tooManyWait = () =>
  new Refusal('unavailable', 'Too many people are asking for this. Please try again in a moment.', {
    retryAfter: 1,
  });

/** Builds the whole application, without listening. */
export async function buildApp(appDeps: AppDeps): Promise<FastifyInstance> {
  requireOneRouteEach();
  const trust = trustOf(appDeps.config.trustProxy);
  const seconds = appDeps.sharedSeconds ?? 0;
  const { publicOrigin } = appDeps.config;
  const shared = new ResponseCache({ ...sharedLimits, seconds, trust, publicOrigin, addresses });
  const beginLine = requestLogger(appDeps.config.logLevel, (line) =>
    app.log.info(line, 'a request was answered'),
  );
  const app = Fastify({
    serverFactory: (application: RequestListener) => {
      const listener = shared.before(application);
      const measured = appDeps.metrics?.before(listener) ?? listener;
      return serverOf((request, response) => {
        beginLine(request, response);
        measured(request, response);
      });
    },
    // Every request gets a log line, whatever answers it.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: appDeps.config.logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { req: requestInLog, err: errorInLog },
      hooks: { logMethod: sampleLines() },
      ...(appDeps.logTo && { stream: appDeps.logTo }),
    },
    bodyLimit: defaultBounds.bytes,
    trustProxy: appDeps.config.trustProxy === false ? false : trust,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  app.addHook('preClose', async () => shared.stop());
  const signer = await openSigner(appDeps.db, appDeps.config, appDeps.clock());
  appDeps.leaving?.addEventListener('abort', () => shared.stop());
  const site = {
    payments: appDeps.config.stripe !== undefined,
    https: isHttps(appDeps.config),
    inline: [earlyScriptHash],
  };
  const guards = guardingHeaders(site, { reportOnly: appDeps.pages?.inDevelopment ?? false });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(guards).header('x-request-id', request.id);
    // Requests that no server passed in, as in tests, have no log line yet.
    beginLine(request.raw, reply.raw);
    setRequestNote(reply.raw, { id: request.id, route: patternOf(request.routeOptions.url) });
    if (appDeps.leaving?.aborted) void reply.header('connection', 'close');
    done(shared.turnsAway(reply.raw) ? tooManyWait() : undefined);
  });
  if (appDeps.config.publicDemo) guardByGate(app, appDeps.db);
  warnAboutProxy(app, appDeps.config);
  openToAnyOrigin(app);
  appDeps.metrics?.watch(app);
  const { rateLimits, readsPerMinute } = appDeps.config;
  if (rateLimits && readsPerMinute > 0) limitReads(app, createReadLimiter(readsPerMinute));
  const replica = replicaFor(appDeps, app);
  const deps = {
    ...appDeps,
    shared,
    callerProvider,
    replicaReads: replica && new ReplicaReads(appDeps.db, replica, callerProvider.memberBySession),
    searchLocations: openLocationSearch(appDeps.config, app.log),
    payments: await paymentsOf(appDeps.config, app.log),
    signer,
    issuer: await issuerOf(appDeps.config, signer, app.log),
    rateLimiter: rateLimiterFor(appDeps, signer),
    closedRefusal: appDeps.config.publicDemo ? closedOnDemoRefusal : () => null,
  };
  await app.register(cookie);
  await app.register(compress, { global: true, ...brotliFast });
  mountHealth(app, deps);
  const { publicDemo } = appDeps.config;
  const answered = publicDemo
    ? routes.map((route) => withoutVisitorsData(route, appDeps.config))
    : routes;
  await app.register(async (api) => mountApi(api, answered, deps), { prefix: '/api' });
  await app.register(async (pictures) => mountPictures(pictures, deps));
  await app.register(async (mail) => mountOneClick(mail, deps));
  await app.register(async (embed) => mountEmbed(embed, deps));
  mountApiDocs(app, deps);
  await app.register(async (feeds) => mountFeeds(feeds, deps));
  if (deps.pages) await mountPages(app, deps.pages, answered, deps);
  else {
    app.setErrorHandler(sendError);
    // Fastify's own answer logs the whole address.
    app.setNotFoundHandler((request, reply) => sendError(notFound('Page'), request, reply));
  }
  return app;
}

// Loads optional parts only if they are configured: each takes megabytes.
async function paymentsOf({ stripe }: Config, log: FastifyBaseLogger) {
  if (!stripe) return null;
  const { paymentsByStripe } = await import('./platform/payments/stripe.ts');
  return paymentsByStripe(stripe, log);
}

async function issuerOf({ oidc }: Config, signer: Signer, log: FastifyBaseLogger) {
  if (!oidc) return undefined;
  const { openIssuer } = await import('./platform/oidc/issuer.ts');
  return openIssuer(oidc, signer, log);
}

function replicaFor({ db, config, replicaSeconds = 2, metrics }: AppDeps, app: FastifyInstance) {
  if (!config.replicaUrl) return undefined;
  const { calls: max } = splitPool(config.databasePool);
  const settings = { url: config.replicaUrl, mostBehindMs: replicaSeconds * 1000, max };
  const replica = new Replica(db, settings, app.log);
  app.addHook('onClose', () => replica.stop());
  metrics?.watchReplica(replica);
  return replica;
}

function rateLimiterFor({ config, engine, db }: AppDeps, signer: Signer): RateLimiter | undefined {
  if (!config.rateLimits) return undefined;
  const mark = (value: string) => signer.pseudonym('rate', value);
  return createRateLimiter(engine === 'postgres' ? countInDatabase(db, mark) : countInMemory(mark));
}

/**
 * Longer than a proxy in front keeps idle connections, so none is closed while the proxy uses it.
 */
const idleConnectionMs = 72_000;

const serverOf = (listener: RequestListener) =>
  createServer({ keepAliveTimeout: idleConnectionMs }, listener).on(
    'request',
    closeAfterEarlyResponse,
  );

/** The start fails if a declared call has no handler, or two. */
function requireOneRouteEach(): void {
  for (const { key } of endpoints) {
    const answering = routes.filter((route) => route.endpoint.key === key).length;
    if (answering !== 1) throw new Error(`${key} has ${answering} routes; it needs one`);
  }
}

/** Readiness probes give up sooner than a visitor would. */
const readyWithinMs = 2_000;

function mountHealth(app: FastifyInstance, { db, leaving, clock, jobs = [] }: AppDeps): void {
  const startedAt = clock();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', { config: { isFree: true } }, async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'alive', version: programVersion };
  });
  app.get('/readyz', async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    const ends = closing || leaving?.aborted;
    // With several processes behind one port, a process that is being replaced still reports ready.
    if (ends && leaving?.reason !== retireMessage)
      return reply.code(503).send({ status: 'shutting down' });
    const answered = lateJobs(db, jobs, startedAt, clock()).catch(() => undefined);
    const tooLate = pause(readyWithinMs, undefined, { ref: false });
    const late = await Promise.race([answered, tooLate]);
    // A late job is late in every process, and callers are served all the same.
    if (late) return { status: 'ready', ...(late.length > 0 && { late }) };
    return reply.code(503).send({ status: 'the database does not answer' });
  });
}
