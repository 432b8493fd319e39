import type { FastifyBaseLogger } from 'fastify';
import { eq, sql } from 'drizzle-orm';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import { jobs as slots } from './tables.ts';
import { hour } from '#contract/platform/durations.ts';

export interface JobDeps {
  db: Database;
  config: Config;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

export interface Job {
  name: string;
  everyMs: number;
  /** Does the due work and returns its counts; a second run must do no harm. */
  run: (deps: JobDeps) => Promise<Record<string, number>>;
}

export interface Clockwork {
  /** Finishes running jobs and starts no new ones. */
  stop: () => Promise<void>;
}

const tickMs = 30_000;
const firstTickMs = 1_000;

/** Runs each job once per slot, in whichever process comes first. */
export function startJobs(jobs: readonly Job[], deps: JobDeps): Clockwork {
  const state = { stopping: false };
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, firstTickMs);
  function tick(): void {
    running = runDue(jobs, deps, () => state.stopping).finally(() => {
      if (!state.stopping) timer = setTimeout(tick, tickMs);
    });
  }
  return {
    stop: async () => {
      state.stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Runs the jobs that no process has taken in the current slot, one after another. */
export async function runDue(
  jobs: readonly Job[],
  deps: JobDeps,
  stopping: () => boolean = () => false,
): Promise<void> {
  for (const job of jobs) {
    if (stopping()) return;
    try {
      if (await takeUp(deps.db, job, deps.clock())) await runOne(job, deps);
    } catch (error) {
      deps.log.error({ job: job.name, err: error }, 'a job failed');
    }
  }
}

async function runOne(job: Job, deps: JobDeps): Promise<void> {
  const began = performance.now();
  const done = await job.run(deps);
  const tookMs = Math.round(performance.now() - began);
  await deps.db.update(slots).set({ endedAt: deps.clock() }).where(eq(slots.name, job.name));
  deps.log.info({ job: job.name, tookMs, ...done }, 'a job is done');
}

/** No process's clock is this wrong, so a slot further ahead was set by a broken clock. */
const farAheadMs = hour;

/**
 * Moves the job's slot on, which only one process can. If that process dies midway, the next slot
 * does the rest.
 */
async function takeUp(db: Database, { name, everyMs }: Job, now: Date): Promise<boolean> {
  const slot = new Date(Math.floor(now.getTime() / everyMs) * everyMs);
  const takeUpRow = { slot, startedAt: now };
  const rows = await db
    .insert(slots)
    .values({ name, ...takeUpRow })
    .onConflictDoUpdate({
      target: slots.name,
      set: takeUpRow,
      setWhere: sql`${slots.slot} < ${slot} or ${slots.slot} > ${new Date(now.getTime() + everyMs + farAheadMs)}`,
    })
    .returning({ name: slots.name });
  return rows.length > 0;
}
