import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { resolve } from 'node:path';
import pg from 'pg';
import { second } from '#contract/platform/durations.ts';
import { actingMeter } from '#platform/acting-account.ts';
import { projectFile } from '#platform/process/files.ts';
import { programVersion } from '#platform/process/version.ts';
import {
  silenceLimits,
  connectionOptions,
  lockWait,
  connectionTimeouts,
  splitPool,
  statementTimeoutOf,
  defaultPoolSize,
} from './connections.ts';
import { openEmbeddedEngine } from './embedded/engine.ts';
import { damagedMessage, EmbeddedEngineError, noRoom } from './embedded/error.ts';
import { serversOf, type Servers } from './address.ts';
import { PipelinedPool } from './fast/pipelined-pool.ts';
import { detectPoolerMode, sessionMode } from './pooler.ts';
import { TransferError, reasonOf, SetupError, ConnectionError } from './refusals.ts';
import { connectTo, requireWriting } from './servers.ts';
import { afterCommit } from './signals.ts';
import type { Database, Reader, Transaction } from './types.ts';

export type { Database, Reader, Transaction };
import { logTable } from './transfer/kept-log.ts';
import { retryWhileFull } from './waiting-pool.ts';
import { appliedMigrations, isMoveUnfinished } from './transfer/catalog.ts';
import { requireFiles } from './embedded/folder.ts';

export { ConnectionError, reasonOf, SetupError };

export interface OpenDatabase {
  db: Database;
  /** This database, on connections for background work that may take long. */
  jobsDb: Database;
  engine: 'embedded' | 'postgres';
  /**
   * Counts calls that made the operating system write to the disk; only for the embedded engine.
   */
  syncs: () => Promise<number>;
  /** Resolves only if the embedded engine dies. */
  failed: Promise<Error>;
  close: () => Promise<void>;
}

export const casing = 'snake_case';
/** Administrators see this name among the server's connections. */
export const applicationName = 'villagehall';
export const migrationsFolder = projectFile('server/platform/db/migrations');
const migrationLock = 7_264_015;

interface Where {
  databaseUrl?: string | undefined;
  /** The number of connections to a server. */
  databasePool?: number | undefined;
  /** Frequent statements are prepared by name on each connection. */
  namedStatements?: boolean | undefined;
  dataDir: string;
}

/** Opens PostgreSQL by its address, or the embedded engine in a folder, and runs the migrations. */
export async function openDatabase(where: Where): Promise<OpenDatabase> {
  const { databaseUrl } = where;
  return databaseUrl ? openServer({ ...where, databaseUrl }) : openEmbedded(where.dataDir);
}

async function openServer({
  databaseUrl,
  databasePool = defaultPoolSize,
  namedStatements: named = true,
}: Where & { databaseUrl: string }): Promise<OpenDatabase> {
  const servers = serversOf(databaseUrl);
  const settings = { ...connectionOptions, application_name: applicationName };
  const { client, endpoint } = await openConnection(servers, settings);
  const connection = { ...settings, connectionString: endpoint };
  const same = { ...servers, endpoints: [endpoint] };
  let keeping = sessionMode;
  await bringUpToDate(client, async () => {
    await requirePrimary(client);
    keeping = await detectPoolerMode(
      client,
      async () => (await openConnection(same, settings)).client,
    ).catch(asConnectionError);
    if (named && !keeping.statements) throw new SetupError(keepsNoStatements);
  });
  const { calls, jobs } = splitPool(databasePool);
  const poolFor = (silence: number, max: number, lockTimeout?: number) => {
    const { onConnect, ...inTime } = connectionTimeouts(silence, keeping, lockTimeout);
    const begin = {
      onConnect: async (made: pg.ClientBase) => {
        await requireWriting(made, servers);
        await onConnect?.(made);
      },
    };
    const { endpoints } = servers;
    return new PipelinedPool({ ...connection, ...inTime, ...begin, endpoints, named, max, min: 1 });
  };
  const pool = poolFor(silenceLimits.call, calls);
  const jobsPool = poolFor(silenceLimits.job, jobs, lockWait);
  const close = async () => {
    await Promise.all([pool.end(), jobsPool.end()]);
  };
  await Promise.all([connectOnce(pool), connectOnce(jobsPool)]).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    db: drizzle(pool, { casing }),
    jobsDb: drizzle(jobsPool, { casing }),
    engine: 'postgres',
    syncs: async () => 0,
    failed: new Promise(() => {}),
    close,
  };
}

const keepsNoStatements =
  'a connection pooler moves each transaction to another connection and drops prepared statements; set ' +
  'DATABASE_STATEMENTS=unnamed, or in PgBouncer pool_mode = session, or max_prepared_statements (1.21 and newer)';

/**
 * The pool keeps this connection (`min`), so this process always has one, however many others
 * compete.
 */
async function connectOnce(pool: pg.Pool): Promise<void> {
  const client = await retryWhileFull(() => pool.connect(), startTimeoutMs).catch(
    asConnectionError,
  );
  client.release();
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const engine = await openEmbeddedEngine(dataDir);
  const folder = resolve(dataDir);
  const begin = async () => {
    const client = new pg.Client(engine.connection).on('error', () => {});
    await client.connect().catch(asConnectionError);
    await bringUpToDate(client, () => requireFiles(client, folder));
  };
  await begin().catch(async (error: unknown) => {
    await engine.close();
    throw describeProblem(folder, error);
  });
  // The limit applies to jobs too: a statement that occupies the only connection blocks every call.
  const statementTimeout = { statement_timeout: statementTimeoutOf(silenceLimits.call) };
  const pool = new PipelinedPool({
    ...engine.connection,
    ...statementTimeout,
    max: 1,
    idleTimeoutMillis: 0,
  });
  const db = drizzle(pool, { casing });
  embeddedDatabases.add(db);
  return {
    db,
    jobsDb: db,
    engine: 'embedded',
    syncs: () => engine.syncs(),
    failed: engine.failed,
    close: async () => {
      await pool.end();
      await engine.close();
    },
  };
}

function asConnectionError(error: unknown): never {
  if (error instanceof SetupError) throw error;
  throw new ConnectionError(reasonOf(error), { cause: error });
}

/** How long to wait for the previous process to end and free its connections. */
const startTimeoutMs = 30 * second;

/** PostgreSQL's codes for files it can't read. */
const damageCodes = /^(XX00|58P01|58030)/;
const diskFull = '53100';

/** Describes an error of the embedded database; an error of the disk takes one line. */
export function describeProblem(folder: string, error: unknown): unknown {
  const code = errorCode(error) ?? '';
  if (code === diskFull) return new EmbeddedEngineError(noRoom(folder), { cause: error });
  if (!damageCodes.test(code)) return error;
  return new EmbeddedEngineError(damagedMessage(folder, lastMessage(error)), { cause: error });
}

/**
 * Processes that start together on one server take turns; the later ones find nothing to migrate.
 */
async function bringUpToDate(client: pg.Client, before: () => Promise<void>): Promise<void> {
  try {
    await before();
    await withMigrationLock(client);
    if (await isMoveUnfinished(client)) {
      throw new TransferError(
        'a move into this database is not finished: run `npm run move` again',
      );
    }
    const applied = await appliedMigrations(client);
    if (applied.length > 0) printStops(Math.max(...applied));
    // Drizzle's own BEGIN has no effect inside this transaction, and its COMMIT ends it.
    await migrate(drizzle(client, { casing }), { migrationsFolder }).catch(explainMigration);
    warnOfNewer(applied);
  } finally {
    await client.end();
  }
}

const openConnection = (servers: Servers, connection: pg.ClientConfig) =>
  retryWhileFull(() => connectTo(servers, connection), startTimeoutMs).catch(asConnectionError);

/**
 * A migration that isn't safe for the version before it says what to stop, in a line of its own:
 * -- stops: Stop every process of the version before.
 */
function printStops(newest: number): void {
  const pending = readMigrationFiles({ migrationsFolder }).filter(
    ({ folderMillis }) => folderMillis > newest,
  );
  for (const { sql } of pending) {
    const [, sentence] = /^-- stops: (.+)$/m.exec(sql.join('')) ?? [];
    if (sentence) console.warn(sentence);
  }
}

/**
 * Any other migration is safe for the version before it: its processes keep serving during an
 * upgrade and after a rollback. An older program can't tell whether it is that version, so it only
 * warns.
 */
function warnOfNewer(applied: number[]): void {
  const own = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  if (Math.max(...applied) <= Math.max(...own)) return;
  console.warn(
    `The database was migrated by a newer version than this program (${programVersion}), which serves it anyway. ` +
      'If it is more than one version older, stop it and start the newer one, or restore an earlier backup.',
  );
}

/** A standby takes no changes. */
async function requirePrimary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    'SELECT pg_is_in_recovery() AS standby',
  );
  if (!rows[0]?.standby) return;
  throw new SetupError(
    'the server is a read-only standby; set this to the primary, and DATABASE_REPLICA_URL to the standby',
  );
}

const waitsSilently = 5 * second;

/** Locks for this transaction only: behind a pooler the next one may use another connection. */
async function withMigrationLock(client: pg.Client): Promise<void> {
  await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  const late = setTimeout(
    () => console.warn('Waiting for another process that is migrating the database'),
    waitsSilently,
  );
  await client
    .query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    .finally(() => clearTimeout(late));
}

const requiredExtension = 'pg_trgm';
const notAllowed = '42501';
/** A migration found that data would be lost, and says so in a sentence. */
const refusedByMigration = 'P0001';
/** The extension's files are missing, or this server does not offer it. */
const notInstalled = new Set(['58P01', '0A000']);

/** Turns errors that an administrator of the server can fix into instructions. */
function explainMigration(error: unknown): never {
  const code = errorCode(error) ?? '';
  const reason = lastMessage(error);
  const aboutExtension = reason.includes(requiredExtension);
  if (aboutExtension && (code === notAllowed || notInstalled.has(code))) {
    throw new SetupError(
      `the extension ${requiredExtension}, which searching needs, could not be added (${reason}); ` +
        `have an administrator of the server run CREATE EXTENSION ${requiredExtension} in this database`,
      { cause: error },
    );
  }
  if (code === notAllowed && reason.includes(logTable)) {
    throw new SetupError(
      `this version changes the audit log, which has an owner of its own (${reason}); have an administrator of the ` +
        `server hand it over, ALTER TABLE ${logTable} OWNER TO the site's user, and take it back after this start ` +
        'by deploy/postgresql/audit-log.sql',
      { cause: error },
    );
  }
  if (code === refusedByMigration) throw new SetupError(reason, { cause: error });
  if (code === notAllowed) {
    throw new SetupError(
      `its user may not set up the tables (${reason}); make that user the database's owner`,
      { cause: error },
    );
  }
  throw error;
}

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

const allMessages = (error: unknown) =>
  [...causesOf(error)].map(({ message }) => message).join(' ');
const lastMessage = (error: unknown) =>
  ([...causesOf(error)].at(-1)?.message ?? '').replace(/\s+/g, ' ');

const embeddedDatabases = new WeakSet<Database>();

/** Tells whether a database is the embedded engine, whose one connection serves everybody. */
export const isEmbedded = (db: Database): boolean => embeddedDatabases.has(db);

const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 4;

/**
 * Runs `work` in one transaction, and retries after a deadlock or a serialisation failure. A call
 * that has written more than its caller may is rolled back.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let ended: Transaction | undefined;
    try {
      const result = await onOneConnection(db, (own) =>
        own.transaction(async (tx) => {
          const done = await work((ended = tx));
          actingMeter()?.requirePoints();
          return done;
        }),
      );
      afterCommit(db, ended);
      return result;
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has(errorCode(error) ?? '')) throw error;
    }
  }
}

const builderCache = new WeakMap<pg.PoolClient, NodePgDatabase>();

/**
 * Works around three faults of Drizzle. It leaks a connection if BEGIN fails, returns a broken one
 * to the pool, and lets one that breaks between two statements end the process.
 */
async function onOneConnection<T>(
  db: Database,
  work: (own: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect();
  const own = builderCache.get(client) ?? drizzle(client, { casing });
  builderCache.set(client, own);
  client.on('error', doNothing);
  let broken = true;
  try {
    const result = await work(own);
    broken = false;
    return result;
  } catch (error) {
    broken = isUnreachable(error) && !retryableCodes.has(errorCode(error) ?? '');
    throw error;
  } finally {
    client.release(broken);
    client.off('error', doNothing);
  }
}

/** A broken connection fails the next query that uses it, so the event itself is ignored. */
const doNothing = () => {};

/** Finds the SQLSTATE, or the system's error code, behind an error of the driver. */
export function errorCode(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** True if the database was unreachable or failed, rather than refused the statement. */
export function isUnreachable(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if ([...causesOf(error)].some((cause) => cause instanceof ConnectionError)) return true;
  return unreachableCode.test(code) || unreachablePattern.test(allMessages(error));
}

/**
 * PostgreSQL's codes: connections, authentication, resources, shutdown, statement and lock
 * timeouts, and a server that has become a standby. The system's: no route and no such name.
 */
const unreachableCode =
  /^(08|28|53|57P|57014|25P03|25006|3D000|40001|40P01|55P03)|^E(CONN|PIPE|TIMEDOUT|NOENT|HOST|NET|NOTFOUND|AI_)/;

const unreachablePattern =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered|Client was closed|Cannot use a pool|did not answer in time|during recovery|recovery is in progress/;
