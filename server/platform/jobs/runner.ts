import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { eq, sql } from 'drizzle-orm';
import type { Config } from '#platform/config.ts';
import { OverdueError, runWithin } from '#platform/db/connection-scope.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { jobs as slots } from './tables.ts';
import { inRun } from './items.ts';
import { minute, second, hour } from '#contract/platform/durations.ts';

export interface JobDeps {
  db: Database;
  config: Config;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

export interface JobRun extends JobDeps {
  /** Aborted at the deadline, and when the process ends. */
  signal: AbortSignal;
}

export interface Job {
  name: string;
  everyMs: number;
  /** Ends a run sooner than the runner would; a longer time has no effect. */
  deadlineMs?: number;
  /** Does the due work and returns its counts; a second run must do no harm. */
  run: (deps: JobRun) => Promise<Record<string, number>>;
}

export const runOutcomes = ['done', 'failed', 'overdue'] as const;

/** Counts runs by their outcome, and the items in them that failed. */
export interface JobCounters {
  countRun: (name: string, outcome: (typeof runOutcomes)[number]) => void;
  countFailedItem: (name: string) => void;
}

type RunnerDeps = JobDeps & { counters?: JobCounters | undefined };

export interface JobScheduler {
  /** Waits for running jobs within this time, ends the others, and starts no new ones. */
  stop: (graceMs: number) => Promise<void>;
}

const tickMs = 30_000;
const firstTickMs = 1_000;

/** The bounds of every deadline. */
const [shortestDeadline, longestDeadline] = [minute, 10 * minute];

/** The time for reading which jobs are due, and for recording a failure. */
const bookkeepingMs = 10 * second;

/** Returns the time after which a run is given up: the job's interval, within bounds. */
export function deadlineOf({ everyMs, deadlineMs = Infinity }: Job): number {
  const byInterval = Math.max(shortestDeadline, Math.min(everyMs, longestDeadline));
  return Math.min(deadlineMs, byInterval);
}

/** Runs each job once per slot, in whichever process comes first. */
export function startJobs(jobs: readonly Job[], deps: RunnerDeps): JobScheduler {
  const runner = new JobRunner(deps);
  let timer = setTimeout(tick, firstTickMs);
  function tick(): void {
    timer = setTimeout(tick, tickMs);
    void runner.startDue(jobs);
  }
  return {
    stop: async (graceMs) => {
      clearTimeout(timer);
      await runner.stop(graceMs);
    },
  };
}

/** Runs the jobs that no process has taken in the current slot, side by side. */
export async function runDue(jobs: readonly Job[], deps: RunnerDeps): Promise<void> {
  const runner = new JobRunner(deps);
  await runner.startDue(jobs);
  await runner.settled();
}

class EndingError extends Error {}

/**
 * Runs the jobs of one process side by side, so none waits for another. A job has one connection to
 * the database for as long as it needs it, and waits for it in turn with the others.
 */
export class JobRunner {
  readonly #deps: RunnerDeps;
  readonly #ending = new AbortController();
  readonly #runs = new Set<Promise<void>>();
  /** When the jobs began whose work has not come to an end, be it given up or not. */
  readonly #working = new Map<string, Date>();
  #isReading = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  async startDue(jobs: readonly Job[]): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const due = await this.#due(jobs).finally(() => (this.#isReading = false));
    for (const job of due) {
      const run: Promise<void> = this.#run(job).finally(() => this.#runs.delete(run));
      this.#runs.add(run);
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#runs);
  }

  async stop(graceMs: number): Promise<void> {
    const atOnce = new AbortController();
    await Promise.race([this.settled(), pause(graceMs, undefined, atOnce).catch(() => {})]).finally(
      () => atOnce.abort(),
    );
    this.#ending.abort(new EndingError('the process ends'));
    await this.settled();
  }

  /** Reads them all at once: a statement for each would write to its row every time. */
  async #due(jobs: readonly Job[]): Promise<Job[]> {
    const { db, clock, log } = this.#deps;
    try {
      const rows = await runWithin(
        bookkeepingMs,
        () => db.select({ name: slots.name, slot: slots.slot }).from(slots),
        this.#ending.signal,
      );
      const last = new Map(rows.map(({ name, slot }) => [name, slot]));
      const now = clock();
      return jobs.filter((job) => isDue(job, last.get(job.name), now) && !this.#isAtWork(job, now));
    } catch (error) {
      if (!this.#ending.signal.aborted)
        log.error({ err: error }, 'the due jobs could not be read; the next try is in 30 seconds');
      return [];
    }
  }

  /**
   * A run that was given up and still hangs leaves one slot to other processes. After that the job
   * starts again here, since the hanging run has lost the database and can do no harm.
   */
  #isAtWork(job: Job, now: Date): boolean {
    const since = this.#working.get(job.name);
    const patienceMs = Math.max(deadlineOf(job), 2 * job.everyMs);
    return since !== undefined && now.getTime() - since.getTime() < patienceMs;
  }

  async #run(job: Job): Promise<void> {
    const { log, counters } = this.#deps;
    try {
      const isTaken = await runWithin(
        deadlineOf(job),
        (signal) => this.#takeUpAndWork(job, signal),
        this.#ending.signal,
      );
      if (isTaken) counters?.countRun(job.name, 'done');
    } catch (error) {
      if (error instanceof EndingError) {
        log.warn(
          { job: job.name },
          'a job was left, since the process ends; its next slot does it',
        );
        return;
      }
      const isOverdue = error instanceof OverdueError;
      log.error(
        { job: job.name, err: error },
        isOverdue ? 'a job was given up at its deadline' : 'a job failed',
      );
      counters?.countRun(job.name, isOverdue ? 'overdue' : 'failed');
      await this.#markFailed(job);
    }
  }

  /** Returns false if another process has the slot. */
  async #takeUpAndWork(job: Job, signal: AbortSignal): Promise<boolean> {
    const { counters, ...deps } = this.#deps;
    const { db, clock, log } = deps;
    const began = clock();
    if (!(await claimSlot(db, job, began))) return false;
    this.#working.set(job.name, began);
    try {
      const from = performance.now();
      const run = { job: job.name, log, signal, counters, failedItems: 0 };
      const done = await inRun(run, () => job.run({ ...deps, signal }));
      // A round that was cut short is not complete, though its job may return.
      signal.throwIfAborted();
      const tookMs = Math.round(performance.now() - from);
      await db.update(slots).set({ endedAt: clock() }).where(eq(slots.name, job.name));
      const failed = run.failedItems > 0 && { failedItems: run.failedItems };
      log.info({ job: job.name, tookMs, ...done, ...failed }, 'a job is done');
      return true;
    } finally {
      if (this.#working.get(job.name) === began) this.#working.delete(job.name);
    }
  }

  async #markFailed({ name }: Job): Promise<void> {
    const { db, clock, log } = this.#deps;
    await runWithin(
      bookkeepingMs,
      () => db.update(slots).set({ failedAt: clock() }).where(eq(slots.name, name)),
      this.#ending.signal,
    ).catch((error: unknown) =>
      log.warn({ job: name, err: error }, "a job's failure could not be recorded"),
    );
  }
}

/** No process's clock is this wrong, so a slot further ahead was set by a broken clock. */
const farAheadMs = hour;

const slotOf = ({ everyMs }: Job, now: Date) =>
  new Date(Math.floor(now.getTime() / everyMs) * everyMs);

const latestSlotOf = ({ everyMs }: Job, now: Date) =>
  new Date(now.getTime() + everyMs + farAheadMs);

const isDue = (job: Job, last: Date | undefined, now: Date): boolean =>
  last === undefined || last < slotOf(job, now) || last > latestSlotOf(job, now);

/**
 * Moves the job's slot on, which only one process can. If that process dies midway, the next slot
 * does the rest.
 */
async function claimSlot(db: Database, job: Job, now: Date): Promise<boolean> {
  const slot = slotOf(job, now);
  const takeUpRow = { slot, startedAt: now };
  const rows = await db
    .insert(slots)
    .values({ name: job.name, ...takeUpRow })
    .onConflictDoUpdate({
      target: slots.name,
      set: takeUpRow,
      setWhere: sql`${slots.slot} < ${slot} or ${slots.slot} > ${latestSlotOf(job, now)}`,
    })
    .returning({ name: slots.name });
  return rows.length > 0;
}

/** A job that has not finished for so many of its intervals is late. */
const lateIntervals = 3;

/** The time that a process gives the jobs to catch up, after a site stood still. */
const catchUpMs = 10 * minute;

type TimedJob = Pick<Job, 'name' | 'everyMs'>;

/**
 * Names the jobs that no process has finished for three of their intervals. A job that never
 * finished counts from the start of this process.
 */
export async function lateJobs(
  db: Reader,
  jobs: readonly TimedJob[],
  startedAt: Date,
  now: Date,
): Promise<string[]> {
  const rows = await db.select({ name: slots.name, endedAt: slots.endedAt }).from(slots);
  const ended = new Map(rows.map(({ name, endedAt }) => [name, endedAt]));
  const since = (at: Date) => now.getTime() - at.getTime();
  return jobs
    .filter(({ name, everyMs }) => {
      const longest = lateIntervals * everyMs;
      const hasHadTime = since(startedAt) > Math.min(longest, catchUpMs);
      return hasHadTime && since(ended.get(name) ?? startedAt) > longest;
    })
    .map(({ name }) => name);
}
