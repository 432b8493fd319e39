import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { hour, minute } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import { databaseUrl } from '#tests/support/database.ts';
import { password } from '#tests/support/factories.ts';
import { found, plantsFor, type Planted } from '#tests/support/refused-rows.ts';
import { readConfig, type Config } from './platform/config.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import {
  deadlineOf,
  JobRunner,
  runDue,
  startJobs,
  type Job,
  type JobRun,
} from './platform/jobs/runner.ts';
import { jobs as slots } from './platform/jobs/tables.ts';
import { jobs } from './jobs.ts';

const app = await startTestApp({}, { jobs });
const { db, make, clock, engine } = app;

interface Line {
  job?: string;
  msg: string;
  item?: string | number;
  failedItems?: number;
}

/** Collects the log; `until` resolves with the first line that fits, logged before or after. */
function listener(settings: Partial<Config> = {}) {
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  const write = (line: string) => {
    lines.push(JSON.parse(line) as Line);
    for (const look of waiting) look();
  };
  const until = (job: string, ...messages: string[]) =>
    new Promise<Line>((resolve) => {
      const look = () => {
        const fitting = lines.find((line) => line.job === job && messages.includes(line.msg));
        if (fitting) resolve(fitting);
      };
      waiting.add(look);
      look();
    });
  const config = { ...readConfig({}), ...settings };
  return { deps: { db, config, clock: clock.read, log: pino({}, { write }) }, lines, until };
}

const done = 'a job is done';
const givenUp = 'a job was given up at its deadline';
const itemFailed = 'an item of a job failed; the others go on';

const witness: Job = {
  name: 'witness',
  everyMs: minute,
  run: async ({ db: own }) => ({ read: (await own.select().from(slots)).length }),
};

const state = async (name: string) =>
  (await db.select().from(slots)).find((row) => row.name === name);

beforeEach(async () => {
  clock.reset();
  await db.delete(slots);
});

/**
 * Makes the database hang: every table but that of the jobs is locked by somebody else. The one
 * connection of the embedded database is taken instead.
 * @returns a function that ends it
 */
async function hangDatabase(): Promise<() => Promise<void>> {
  const databases = inject('databases');
  if (databases.engine === 'embedded') {
    const client = await db.$client.connect();
    return async () => client.release();
  }
  const { rows: here } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const other = new pg.Client(databaseUrl(databases.url, here[0]?.name ?? ''));
  await other.connect();
  const { rows } = await other.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'jobs'`,
  );
  await other.query(`begin; lock table ${rows.map(({ name }) => name).join(', ')}`);
  return () => other.end();
}

describe('a hung statement', () => {
  const impatient = 1000;

  it('ends only the runs that wait for it, and the next round completes', async () => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let toBegin = jobs.length;
    const waiting = jobs.map((job) => ({
      ...job,
      deadlineMs: impatient,
      run: async (deps: JobRun) => {
        toBegin -= 1;
        if (toBegin === 0) begun.resolve();
        await held.promise;
        return job.run(deps);
      },
    }));
    const { deps, until } = listener();
    const round = runDue([...waiting, witness], deps);
    await begun.promise;
    const release = await hangDatabase();
    held.resolve();
    // A job that has nothing to read is done all the same.
    await Promise.all(jobs.map(({ name }) => until(name, givenUp, done)));
    if (engine === 'postgres') await until('witness', done);
    await release();
    await round;
    await until('witness', done);

    clock.advanceHours(Math.max(...jobs.map(({ everyMs }) => everyMs)) / hour);
    const next = listener();
    await runDue(jobs, next.deps);
    const isDone = ({ name }: Job) =>
      next.lines.some(({ job, msg }) => job === name && msg === done);
    expect(jobs.filter((job) => !isDone(job)).map(({ name }) => name)).toEqual([]);
    const late = (await db.select().from(slots)).filter(
      ({ name, endedAt }) => name !== 'witness' && endedAt?.getTime() !== clock.read().getTime(),
    );
    expect(late).toEqual([]);
  });
});

describe('a hung server', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => void server.close());

  it('ends only the run that waits for it, and the others complete', async () => {
    const { port } = server.address() as AddressInfo;
    const bounceMailbox = `imap://bounces:secret@127.0.0.1:${port}/INBOX`;
    const { deps, lines } = listener({ bounceMailbox });
    const impatient = jobs.map((job) =>
      job.name === 'bounces' ? { ...job, deadlineMs: 500 } : job,
    );
    await runDue(impatient, deps);
    const ended = new Map(lines.map(({ job, msg }) => [job, msg]));
    expect(ended.get('bounces')).toBe(givenUp);
    ended.delete('bounces');
    expect([...ended]).toEqual(
      expect.arrayContaining(
        jobs.filter(({ name }) => name !== 'bounces').map(({ name }) => [name, done]),
      ),
    );
    expect(await state('bounces')).toMatchObject({ failedAt: clock.read(), endedAt: null });
    clock.advanceHours(1);
    const next = listener();
    await runDue(jobs, next.deps);
    expect(next.lines).toContainEqual(expect.objectContaining({ job: 'bounces', msg: done }));
  });
});

describe('a row that throws', () => {
  const stopRefusing = () =>
    db.execute(sql.raw('drop function if exists refuse_planted_row cascade'));
  afterEach(stopRefusing);

  async function refuseToChange([table, condition]: Planted['bad']): Promise<void> {
    await db.execute(
      sql.raw(`create function refuse_planted_row() returns trigger language plpgsql
        as $$ begin raise exception 'a planted row'; end $$`),
    );
    await db.execute(
      sql.raw(`create trigger refuse_planted_row before update or delete on ${table}
        for each row when (${condition}) execute function refuse_planted_row()`),
    );
  }

  it.each(Object.entries(plantsFor(app)))(
    'ends neither its round nor its job, and is handled in the next: %s',
    async (name, plant) => {
      const job = jobs.filter((each) => each.name === name);
      const { bad, isDone } = await plant();
      expect(await isDone()).toEqual([false, false]);
      await refuseToChange(bad);
      const { deps, lines } = listener();
      await runDue(job, deps);
      expect(await isDone()).toEqual([false, true]);
      expect(lines).toContainEqual(expect.objectContaining({ job: name, msg: itemFailed }));
      expect(lines.at(-1)).toMatchObject({ job: name, msg: done, failedItems: expect.any(Number) });
      await stopRefusing();
      clock.advanceHours((job[0]?.everyMs ?? 0) / hour);
      await runDue(job, listener().deps);
      expect(await isDone()).toEqual([true, true]);
    },
  );

  it('keeps nobody else from signing in', async () => {
    const suspended = { isActive: false, suspendedUntil: clock.inHours(-1) };
    const [bad, good] = [await make.user(suspended), await make.user(suspended)];
    await refuseToChange(['users', `old.id = '${bad.id}'`]);
    const body = { email: good.email, password };
    expect((await app.visitor().call('POST /api/login', { body })).status).toBe(200);
  });

  it('in one part of a job leaves the other parts to complete', async () => {
    const person = await make.user();
    await make.session(person, clock.inHours(-1));
    await db.execute(sql`insert into spent_tickets (id, expires_at)
      values ('over', ${clock.inHours(-1).toISOString()}::timestamptz)`);
    await refuseToChange(['sessions', 'true']);
    await runDue(
      jobs.filter(({ name }) => name === 'purge'),
      listener().deps,
    );
    expect(await found(db, 'select from sessions', 'select from spent_tickets')).toEqual([
      true,
      false,
    ]);
  });
});

describe('the deadline of a job', () => {
  const run = async () => ({});
  it.each([
    [{ everyMs: minute / 2 }, minute],
    [{ everyMs: 5 * minute }, 5 * minute],
    [{ everyMs: 24 * hour }, 10 * minute],
    [{ everyMs: hour, deadlineMs: minute }, minute],
    [{ everyMs: hour, deadlineMs: 24 * hour }, 10 * minute],
  ])('follows from its interval, and a declaration only makes it stricter: %o', (job, ms) => {
    expect(deadlineOf({ name: 'any', ...job, run })).toBe(ms);
  });
});

describe('a job that hangs for ever', () => {
  const hanging: Job & { starts: number; signal?: AbortSignal } = {
    name: 'hanging',
    everyMs: minute,
    deadlineMs: 300,
    starts: 0,
    run: async ({ signal }) => {
      hanging.starts += 1;
      hanging.signal = signal;
      return new Promise(() => {});
    },
  };
  beforeEach(() => void (hanging.starts = 0));

  it('is given up, logged, counted and marked, and the others go on', async () => {
    const { registry, jobCounters: counters } = createMetrics({
      db,
      clock: clock.read,
      jobs: [hanging, witness],
    });
    const { deps, lines } = listener();
    await runDue([hanging, witness], { ...deps, counters });
    expect(lines.map(({ job, msg }) => [job, msg])).toEqual([
      ['witness', done],
      ['hanging', givenUp],
    ]);
    expect(hanging.signal?.aborted).toBe(true);
    expect(await state('hanging')).toMatchObject({ failedAt: clock.read(), endedAt: null });
    const text = await registry.metrics();
    expect(text).toContain('villagehall_job_runs_total{name="hanging",outcome="overdue"} 1');
    expect(text).toContain('villagehall_job_runs_total{name="witness",outcome="done"} 1');
  });

  it('never runs twice at once, and starts again in the slot after next', async () => {
    const runner = new JobRunner(listener().deps);
    const starts: number[] = [];
    for (let slot = 0; slot < 4; slot += 1) {
      await runner.startDue([hanging]);
      await runner.settled();
      starts.push(hanging.starts);
      clock.advanceHours(hanging.everyMs / hour);
    }
    expect(starts).toEqual([1, 1, 2, 2]);
  });

  it('loses its transaction, and can write nothing afterwards', async () => {
    const wakes = Promise.withResolvers<void>();
    const wrote = Promise.withResolvers<unknown>();
    const inTransaction: Job = {
      ...hanging,
      run: async ({ db: own }) => {
        await own.transaction(async (tx) => {
          await tx.execute(sql`lock table sessions`);
          await wakes.promise;
          const writing = own.execute(sql`delete from categories`);
          await writing.then(wrote.resolve, wrote.resolve);
        });
        return {};
      },
    };
    await runDue([inTransaction], listener().deps);
    await db.transaction((tx) => tx.execute(sql`lock table sessions`));
    wakes.resolve();
    expect(await wrote.promise).toBeInstanceOf(Error);
    expect((await db.execute(sql`select from categories limit 1`)).rowCount).toBe(1);
  });

  it('delays a stopping process by no more than the grace period', async () => {
    const begun = Promise.withResolvers<void>();
    const job: Job = {
      name: 'hanging',
      everyMs: hour,
      run: () => {
        begun.resolve();
        return new Promise(() => {});
      },
    };
    const { deps, lines } = listener();
    const clockwork = startJobs([job], deps);
    await begun.promise;
    await clockwork.stop(10);
    expect(lines.at(-1)?.msg).toBe('a job was left, since the process ends; its next slot does it');
  });
});

describe('/readyz', () => {
  const late = async (fastify = app.fastify) => {
    const answer = await fastify.inject('/readyz');
    expect(answer.statusCode).toBe(200);
    return answer.json<{ status: string; late?: string[] }>().late ?? [];
  };

  it('names a job that has not finished for three of its intervals, and stays ready', async () => {
    await runDue(jobs, listener().deps);
    clock.advanceHours((3 * minute) / hour);
    expect(await late()).toEqual(['messages']);
    clock.advanceHours(3);
    expect(await late()).toEqual(expect.arrayContaining(['messages', 'offers', 'purge']));
    expect(await late()).not.toContain('counts');
    await runDue(jobs, listener().deps);
    expect(await late()).toEqual([]);
  });

  it('gives the jobs of a site that has just started time to catch up', async () => {
    await runDue(jobs, listener().deps);
    clock.advanceHours(48);
    const started = await app.another();
    clock.advanceHours(minute / hour);
    expect(await late(started)).toEqual([]);
    clock.advanceHours((10 * minute) / hour);
    expect(await late(started)).toEqual(expect.arrayContaining(['offers', 'purge']));
    expect(await late(started)).not.toContain('counts');
  });

  it('names no job of a new site before three intervals', async () => {
    const started = await app.another();
    clock.advanceHours((2 * minute) / hour);
    expect(await late(started)).toEqual(['messages']);
    clock.advanceHours((2 * minute) / hour);
    expect(await late(started)).toEqual(expect.arrayContaining(['offers']));
    expect(await late(started)).not.toContain('purge');
  });
});
