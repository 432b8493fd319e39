import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { ConfigError, linkOrigin, type Config } from './platform/config.ts';
import {
  ConnectionError,
  SetupError,
  openDatabase,
  describeProblem,
  type Database,
  type OpenDatabase,
} from './platform/db/database.ts';
import { loadDemo } from './demo/load.ts';
import { markPublicDemo, requirePublicDemo } from './demo/reset.ts';
import { serveControl } from './platform/db/embedded/control.ts';
import { EmbeddedEngineError } from './platform/db/embedded/error.ts';
import { dumpFrom } from './platform/db/transfer/backup.ts';
import { recordBackup } from './platform/db/transfer/backup-log.ts';
import { describeAdmin, describeLinks } from './operator-commands.ts';
import { hasAdmin } from './features/base/accounts/queries.ts';
import { movedAway } from './features/base/passkeys/policy/passkeys.ts';
import { countPasskeysElsewhere } from './features/base/passkeys/queries.ts';
import { openSigner } from './features/base/settings/mutations.ts';
import { setupLink } from './features/operations/setup/policy.ts';
import { jobs } from './jobs.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { useSectorsOf } from './platform/geo/postcodes.ts';
import { listenProblem } from './platform/process/listening.ts';
import { ownPlace, retireMessage, whenRetired } from './platform/process/processes.ts';
import { currentSettings } from './features/base/settings/queries.ts';
import type { PageRenderer } from './ssr/pages.ts';
import { TransferError } from './platform/db/refusals.ts';
import { logPoolWaits } from './platform/db/waiting-pool.ts';
import { programVersion } from './platform/process/version.ts';
import { openMail, openPush, type MailSettings } from './mail.ts';
import { startWorker } from './platform/mail/worker.ts';
import { startPushWorker } from './platform/push/worker.ts';
import { startJobs, type JobCounters } from './platform/jobs/runner.ts';

/** The time limit for requests under way once a signal has come. */
const graceMs = 5_000;

/**
 * The time for everything else that ends then, whatever hangs: background work, and the database's
 * connections.
 */
const endingMs = 4_000;

/**
 * How long a process that is being replaced still answers its connections and asks them to
 * reconnect.
 */
const retirementMs = 2_000;

/** How old a signed-out visitor's page may be after a change by another process. */
const sharedSeconds = 2;

/** Opens the database, serves until a signal comes, and closes everything. */
export async function serve(
  config: Config,
  pages: PageRenderer,
  afterwards?: () => Promise<void>,
): Promise<void> {
  const isNew = !config.databaseUrl && !existsSync(join(config.dataDir, 'engine.json'));
  if (config.postcodesFile) useSectorsOf(config.postcodesFile);
  const fail = (error: unknown): never => {
    throw openingError(error, config);
  };
  const database = await openDatabase(config).catch(fail);
  // Logged because the wrong folder, or one that is not mounted, looks like a first start.
  if (isNew) console.log(`A new database was made in ${resolve(config.dataDir)}`);
  const clock = () => new Date();
  const demo = config.demo
    ? await prepareDemo(database.db, config, clock()).catch(fail)
    : undefined;
  const { db, engine, jobsDb } = database;
  const leaving = new AbortController();
  const metrics =
    config.metrics && (await loadMetrics()).createMetrics({ db, jobsDb, clock, jobs });
  const app = await buildApp({
    db,
    engine,
    config,
    clock,
    pages,
    sharedSeconds,
    leaving: leaving.signal,
    jobs,
    ...(metrics && { metrics }),
  });
  if (engine === 'embedded') {
    const control = await serveControl(config.dataDir, {
      dump: (to) => dumpFrom(db.$client, to),
      commands: {
        admin: (address) => describeAdmin(db, address, clock()),
        links: (address) => describeLinks(db, address, addressOf(app, config), clock()),
        'backed-up': async () => {
          await recordBackup(db.$client, clock());
          return '';
        },
      },
    });
    app.addHook('onClose', () => control.close());
  }
  const place = ownPlace();
  if (metrics && place) (await loadGathering()).answerMetrics(metrics.registry, place);
  else if (metrics && config.metrics) await openMetrics(app, metrics, config.metrics);
  const { promise: started, resolve: begun } = Promise.withResolvers<Background>();
  const before = async (retired: boolean) => {
    leaving.abort(retired ? retireMessage : undefined);
    await pause(Math.max(config.shutdownDelay * 1_000, retired ? retirementMs : 0));
  };
  stopOnSignals(app, database, before, async () => {
    // A signal may come during the start: its reads finish before the database closes.
    await (await started).stop();
    await afterwards?.();
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await database.close();
    throw listenError(error, config);
  }
  const origin = addressOf(app, config);
  // The first of several processes reports the site's state for all of them.
  const logStart = place && place !== '1' ? () => undefined : console.log;
  if (demo) logStart(demo);
  const { siteName } = await currentSettings(db, null, config, clock());
  logStart(`${siteName} is ready at ${origin}`);
  const moved = await countStalePasskeys(db, config);
  if (moved) logStart(moved);
  logPoolWaits(db.$client, app.log);
  app.log.info({ version: programVersion }, 'the site is ready');
  if (!(await hasAdmin(db))) {
    const now = clock();
    logStart(lacksAdmin(config, setupLink(await openSigner(db, config, now), origin, now)));
  }
  const counters = metrics ? metrics.jobCounters : undefined;
  begun(await startBackground({ db, jobsDb, config, clock, log: app.log, origin, counters }));
}

/** Says how many passkeys don't work at the address that the operator has chosen. */
async function countStalePasskeys(
  db: Database,
  { publicOrigin }: Config,
): Promise<string | undefined> {
  if (!publicOrigin) return undefined;
  const { hostname } = new URL(publicOrigin);
  const count = await countPasskeysElsewhere(db, hostname);
  return count > 0 ? movedAway(count, hostname) : undefined;
}

/** Logged at each start, since without an admin no group is ever approved. */
const lacksAdmin = ({ adminEmail }: Config, link: string) =>
  [
    adminEmail
      ? `Nobody is an admin yet: sign up with ${adminEmail} and confirm the address`
      : 'Nobody is an admin yet: npm run admin -- you@example.org',
    `Or set the site up in the browser, by this link that works once within 24 hours:\n${link}`,
  ].join('\n');

/** Loaded only when needed. */
const loadMetrics = () => import('./platform/metrics/metrics.ts');
const loadGathering = () => import('./platform/metrics/gathered.ts');

async function openMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  where: NonNullable<Config['metrics']>,
) {
  const { serveMetrics } = await import('./platform/metrics/server.ts');
  const server = await serveMetrics(metrics, where);
  app.addHook('onClose', () => server.close());
}

/** Loads the demo into an empty database and returns its sign-ins. */
async function prepareDemo(db: Database, config: Config, now: Date): Promise<string | undefined> {
  const signIns = await loadDemo(db, now, config);
  if (!config.publicDemo) return signIns;
  if (signIns !== undefined) await markPublicDemo(db, now);
  await requirePublicDemo(db);
  return signIns;
}

function openingError(thrown: unknown, { databaseUrl, dataDir }: Config): unknown {
  const error = databaseUrl ? thrown : describeProblem(resolve(dataDir), thrown);
  if (error instanceof EmbeddedEngineError) return new ConfigError(`DATA_DIR: ${error.message}`);
  if (error instanceof ConnectionError && databaseUrl) {
    return new ConfigError(
      `DATABASE_URL names a server that can't be reached (${error.message}); ` +
        'set it to the address of a running PostgreSQL, with its user, password and database',
    );
  }
  if (error instanceof SetupError && databaseUrl) {
    return new ConfigError(`DATABASE_URL: ${error.message}`);
  }
  if (error instanceof TransferError) return new ConfigError(`DATABASE_URL: ${error.message}`);
  return error;
}

function listenError(error: unknown, config: Config): unknown {
  const problem = listenProblem(error, config);
  return problem ? new ConfigError(problem) : error;
}

function addressOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return linkOrigin({ ...config, port });
}

/**
 * Keeps serving until others notice that the site is about to stop. Then it finishes requests under
 * way and closes the database. A second signal changes nothing: Ctrl-C under npm comes twice.
 */
function stopOnSignals(
  app: FastifyInstance,
  database: OpenDatabase,
  before: (retired: boolean) => Promise<void>,
  afterwards: () => Promise<void>,
): void {
  let stopping = false;
  const stop = async (code: number, retired = false) => {
    if (stopping) return;
    stopping = true;
    if (code === 0) await before(retired);
    // A client that never ends its request must not keep the server.
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
    // The last part is abandoned once its time is over: the process must not outlive its signal.
    setTimeout(() => {
      console.error('Not everything ended in time. The process ends without it.');
      process.exit(code);
    }, graceMs + endingMs).unref();
    await Promise.all([app.close(), afterwards()]);
    await database.close();
    process.exit(code);
  };
  const place = ownPlace();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  // With several processes, the supervisor replaces each on this signal, so they ignore it.
  process.on('SIGHUP', () => place || void stop(0));
  whenRetired(() => void stop(0, true));
  process.on('disconnect', () => void stop(0));
  void database.failed.then((error) => {
    console.error(error.message);
    return stop(1);
  });
}

interface Background {
  /** Finishes jobs and email deliveries within the grace period, and leaves the others. */
  stop: () => Promise<void>;
}

/** Starts a process's background work: delivery of the outbox, and the scheduled jobs. */
async function startBackground({
  jobsDb,
  counters,
  ...settings
}: MailSettings & { jobsDb: Database; counters?: JobCounters | undefined }): Promise<Background> {
  const push = await openPush(settings);
  const workers = [startWorker(await openMail(settings)), ...(push ? [startPushWorker(push)] : [])];
  const clockwork = startJobs(jobs, { ...settings, db: jobsDb, counters });
  return {
    stop: async () => {
      await Promise.all([clockwork, ...workers].map((each) => each.stop(graceMs)));
    },
  };
}
