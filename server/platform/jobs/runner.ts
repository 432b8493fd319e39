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
  /** Does what there is to do and tells how much that was; doing it twice must do no harm. */
  run: (deps: JobDeps) => Promise<Record<string, number>>;
}

export interface Clockwork {
  /** Finishes running jobs and starts no new ones. */
  stop: () => Promise<void>;
}

const tickMs = 30_000;
const firstTickMs = 1_000;

/** Runs each job once in each of its slots, whichever of the processes on the database comes first. */
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

/** Runs what nobody has taken up in the present slot, one after the other. */
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

/** No clock of those that work together is as wrong as this: a slot that lies further ahead was taken by one that was. */
const farAheadMs = hour;

/** Moves the job's slot on; only one process can. A process that ends in the middle leaves the rest to the next slot. */
async function takeUp(db: Database, { name, everyMs }: Job, now: Date): Promise<boolean> {
  const slot = new Date(Math.floor(now.getTime() / everyMs) * everyMs);
  const taken = { slot, startedAt: now };
  const rows = await db
    .insert(slots)
    .values({ name, ...taken })
    .onConflictDoUpdate({
      target: slots.name,
      set: taken,
      setWhere: sql`${slots.slot} < ${slot} or ${slots.slot} > ${new Date(now.getTime() + everyMs + farAheadMs)}`,
    })
    .returning({ name: slots.name });
  return rows.length > 0;
}
