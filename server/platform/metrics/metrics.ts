import type { RequestListener, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { day } from '#contract/platform/durations.ts';
import type { Database } from '#platform/db/database.ts';
import type { Replica } from '#platform/db/replica.ts';
import { lastBackupAt } from '#platform/db/transfer/backup-log.ts';
import { runOutcomes, type Job, type JobCounters } from '#platform/jobs/runner.ts';
import { jobs as slots } from '#platform/jobs/tables.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { methodOf, requestNoteOf, statusOf } from '#platform/http/request-line.ts';
import { programVersion } from '#platform/process/version.ts';

export interface Metrics {
  registry: Registry;
  /** Wraps the listener and measures its time. */
  before: (listener: RequestListener) => RequestListener;
  /** Labels requests by route, and sign-ins by outcome. */
  watch: (app: FastifyInstance) => void;
  watchReplica: (replica: WatchedReplica) => void;
  jobCounters: JobCounters;
}

type WatchedReplica = Pick<Replica, 'behindMs' | 'reads'>;

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface MetricSources {
  db: Database;
  /**
   * The database for the operator's queries while calls use all connections; by default the one for
   * calls.
   */
  jobsDb?: Database;
  clock: () => Date;
  jobs: readonly Pick<Job, 'name' | 'everyMs'>[];
}

/** Creates the metrics of this process. */
export function createMetrics({ db, jobsDb = db, clock, jobs }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addVersion(registry);
  addConnections(registry, db);
  addOutbox(registry, jobsDb, clock);
  addJobs(registry, jobsDb, clock, jobs);
  addBackup(registry, jobsDb, clock);
  const jobCounters = addJobCounters(registry, jobs);
  const requests = new Histogram({
    name: 'villagehall_http_request_duration_seconds',
    help: 'How long answers took, by the pattern of the route',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const signIns = new Counter({
    name: 'villagehall_sign_ins_total',
    help: 'Sign-in attempts, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of Object.values(signInOutcomes)) signIns.inc({ outcome }, 0);
  return {
    registry,
    jobCounters,
    before: (listener) => (request, response) => {
      const end = requests.startTimer({ method: methodOf(request.method) });
      response.once('close', () => {
        end({ route: routeOf(response), status: statusOf(response) });
      });
      listener(request, response);
    },
    watchReplica: (replica) => addReplica(registry, replica),
    watch: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        if (!isSignIn(request)) return;
        const outcome = outcomeOf(reply.statusCode);
        if (outcome) signIns.inc({ outcome });
      });
    },
  };
}

/** Cached answers never reach the application, so they have no route. */
function routeOf(response: ServerResponse): string {
  const noted = requestNoteOf(response);
  return noted && !noted.isCopy ? noted.route : 'shared';
}

/** With a password, or back from an outside issuer. */
const isSignIn = ({ method, routeOptions: { url } }: FastifyRequest) =>
  method === 'POST' ? url === '/api/login' : url === '/api/login/callback';

const signInOutcomes = { accepted: 'accepted', refused: 'refused', limited: 'limited' } as const;

function outcomeOf(status: number): string | undefined {
  if (status < 400) return signInOutcomes.accepted;
  if (status === 429) return signInOutcomes.limited;
  return status < 500 ? signInOutcomes.refused : undefined;
}

function addConnections(registry: Registry, { $client: pool }: Database): void {
  addGauge(
    registry,
    'villagehall_database_connections',
    'Database connections by state, and requests waiting for one',
    (gauge) => {
      gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
      gauge.set({ state: 'waiting' }, pool.waitingCount);
    },
    'state',
  );
}

/** Adds a figure that is read when somebody asks for the metrics. */
const addGauge = <Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  read: (gauge: Gauge<Label>) => void | Promise<void>,
  ...labelNames: Label[]
): Gauge<Label> =>
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      return read(this);
    },
  });

function addVersion(registry: Registry): void {
  const info = new Gauge({
    name: 'villagehall_info',
    help: 'Always 1, with the version of the software',
    labelNames: ['version'],
    registers: [registry],
  });
  info.set({ version: programVersion }, 1);
}

/**
 * A job that fails and one that nobody runs are late alike, so the time of the last complete run
 * counts.
 */
function addJobs(
  registry: Registry,
  db: Database,
  clock: () => Date,
  jobs: MetricSources['jobs'],
): void {
  const begun = clock();
  const readLate = async (late: Gauge<'name'>) => {
    const rows = await db
      .select()
      .from(slots)
      .catch(() => []);
    const ended = new Map(rows.map((row) => [row.name, row.endedAt]));
    for (const { name, everyMs } of jobs) {
      const last = ended.get(name) ?? begun;
      const ms = clock().getTime() - last.getTime() - everyMs;
      late.set({ name }, Math.max(0, ms) / 1000);
    }
  };
  const help = 'How overdue a recurring job is';
  addGauge(registry, 'villagehall_job_late_seconds', help, readLate, 'name');
}

/** Each process counts the runs that it has taken up. */
function addJobCounters(registry: Registry, jobs: MetricSources['jobs']): JobCounters {
  const interval = new Gauge({
    name: 'villagehall_job_interval_seconds',
    help: 'How often a recurring job is due',
    labelNames: ['name'],
    registers: [registry],
  });
  const runs = new Counter({
    name: 'villagehall_job_runs_total',
    help: 'Runs of recurring jobs by outcome; overdue: given up at its deadline',
    labelNames: ['name', 'outcome'],
    registers: [registry],
  });
  const failedItems = new Counter({
    name: 'villagehall_job_failed_items_total',
    help: 'Rows, emails or events that failed within a recurring job, whose others went on',
    labelNames: ['name'],
    registers: [registry],
  });
  for (const { name, everyMs } of jobs) {
    interval.set({ name }, everyMs / 1000);
    failedItems.inc({ name }, 0);
    for (const outcome of runOutcomes) runs.inc({ name, outcome }, 0);
  }
  return {
    countRun: (name, outcome) => runs.inc({ name, outcome }),
    countFailedItem: (name) => failedItems.inc({ name }),
  };
}

/** Any process that takes backups records them. */
function addBackup(registry: Registry, db: Database, clock: () => Date): void {
  addGauge(
    registry,
    'villagehall_backup_age_seconds',
    'Age of the last backup; +Inf if there is none, NaN if the database is unreachable',
    async (age) => {
      const lastBackup = await lastBackupAt(db).catch(() => undefined);
      const since =
        lastBackup === null ? Number.NEGATIVE_INFINITY : Number(lastBackup ?? Number.NaN);
      age.set((clock().getTime() - since) / 1000);
    },
  );
}

function addReplica(registry: Registry, replica: WatchedReplica): void {
  addGauge(
    registry,
    'villagehall_replica_in_use',
    'Whether reads go to the replica: it answers, and is at most two seconds behind',
    (inUse) => inUse.set(replica.behindMs() === undefined ? 0 : 1),
  );
  addGauge(
    registry,
    'villagehall_replica_behind_seconds',
    'How far the replica is behind; NaN if it does not answer or is more than two seconds behind',
    (behind) => behind.set((replica.behindMs() ?? Number.NaN) / 1000),
  );
  const reads = new Counter({
    name: 'villagehall_replica_reads_total',
    help: 'Reads the replica might answer, by who did; again: by the primary, since the replica failed',
    labelNames: ['by'],
    collect() {
      this.reset();
      for (const [by, count] of Object.entries(replica.reads)) this.inc({ by }, count);
    },
    registers: [],
  });
  registry.registerMetric(reads);
}

interface Queue extends Record<string, unknown> {
  due: number;
  later: number;
  dead: number;
  oldest: number;
  refused: number;
}

/** The outbox is shared by all processes; one query per scrape reads all of its figures. */
function addOutbox(registry: Registry, db: Database, clock: () => Date): void {
  let reading: Promise<Queue | undefined> | undefined;
  const queue = () =>
    (reading ??= readQueue(db, clock())
      .catch(() => undefined)
      .finally(() => (reading = undefined)));

  addGauge(registry, 'villagehall_database_up', 'Whether the database answers', async (up) =>
    up.set((await queue()) ? 1 : 0),
  );
  addGauge(
    registry,
    'villagehall_outbox_effects',
    'Emails, texts and other effects that are waiting or have failed for good',
    async (effects) => {
      const found = await queue();
      effects.reset();
      for (const state of ['due', 'later', 'dead'] as const) {
        if (found) effects.set({ state }, found[state]);
      }
    },
    'state',
  );
  addGauge(
    registry,
    'villagehall_outbox_oldest_seconds',
    'For how long the oldest effect that could have gone has waited; one that failed, since it was made',
    async (oldest) => oldest.set((await queue())?.oldest ?? 0),
  );
  addGauge(
    registry,
    'villagehall_mail_refused_ratio',
    'The share of the last day’s emails whose address a mail server refused for good',
    async (refused) => refused.set((await queue())?.refused ?? 0),
  );
}

async function readQueue(db: Database, now: Date): Promise<Queue> {
  const yesterday = new Date(now.getTime() - day);
  const { rows } = await db.execute<Queue>(sql`
    select
      count(*) filter (where due_at <= ${now})::int as due,
      count(*) filter (where due_at > ${now})::int as later,
      (select count(*)::int from ${outbox} where dead_at is not null) as dead,
      coalesce(extract(epoch from ${now} - least(
        min(due_at) filter (where due_at <= ${now}),
        min(created_at) filter (where last_error is not null)
      )), 0)::float8 as oldest,
      coalesce(
        (select count(*) from ${suppressions} where created_at > ${yesterday})::float8
        / nullif((select count(*) from ${mails} where created_at > ${yesterday}), 0),
      0)::float8 as refused
    from ${outbox} where done_at is null and dead_at is null`);
  const [queue] = rows;
  if (!queue) throw new Error('the outbox gave no count');
  return queue;
}
