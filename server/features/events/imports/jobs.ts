import pLimit from 'p-limit';
import { minute, second } from '#contract/platform/durations.ts';
import type { ImportEntry } from '#platform/calendar/drafts.ts';
import type { Config } from '#platform/config.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';
import { withDeadline } from '#platform/process/deadline.ts';
import { Refusal } from '#platform/refusal.ts';
import {
  leaseCalendar,
  recordEntries,
  recordProblem,
  releaseCalendar,
  type LeasedCalendar,
} from './mutations/followed.ts';
import { fetchCalendar, readEntries } from './queries/read-calendar.ts';

const atOnce = 10;
/** The time limit for one calendar, from its server to our database. */
const longestLook = minute;
const longestRecord = 10 * second;

/** People who preview a calendar wait behind one of ours at most. */
const readingLimit = pLimit(1);

type Deps = JobDeps & {
  /** Ends the round; the next one goes on. */
  signal?: AbortSignal | undefined;
};

type Counts = Record<'read' | 'failed', number>;
type Outcome = keyof Counts | 'released';

/**
 * Looks at the calendars that are due, ten at once, and suggests what is new. A calendar that fails
 * delays no other.
 * @returns how many were read, and how many failed
 */
export async function readFollowedCalendars(deps: Deps): Promise<Counts> {
  const counts = { read: 0, failed: 0 };
  const readers = Array.from({ length: atOnce }, () => readDue(deps, counts));
  const ends = await Promise.allSettled(readers);
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  return counts;
}

/** @throws Error if the database gives no lease */
async function readDue(deps: Deps, counts: Counts): Promise<void> {
  const { db, clock, signal } = deps;
  for (;;) {
    if (signal?.aborted) return;
    const calendar = await leaseCalendar(db, clock());
    if (!calendar) return;
    const outcome = await readOne(deps, calendar);
    if (outcome !== 'released') counts[outcome] += 1;
  }
}

/** Never fails: an outcome that can't be recorded ends with the lease. */
async function readOne(deps: Deps, calendar: LeasedCalendar): Promise<Outcome> {
  const { db, config, clock, log, signal } = deps;
  try {
    await withDeadline({ longestMs: longestLook, signal }, async (own) => {
      const entries = await readEntriesOf(config, calendar, own, clock());
      await recordEntries(db, calendar, entries, clock());
    });
    return 'read';
  } catch (error) {
    return endLease(deps, calendar, error).catch((failure: unknown) => {
      // A round that is cut short may have lost the database, too.
      if (signal?.aborted) return 'released';
      log.error({ groupId: calendar.groupId, err: failure }, 'a calendar’s lease was left to end');
      return 'failed';
    });
  }
}

async function endLease(deps: Deps, calendar: LeasedCalendar, error: unknown): Promise<Outcome> {
  const { db, clock, log, signal } = deps;
  const isCutShort = signal?.aborted === true;
  if (!isCutShort && !isAboutCalendar(error)) {
    log.error({ groupId: calendar.groupId, err: error }, 'a followed calendar could not be read');
  }
  await withDeadline({ longestMs: longestRecord }, () =>
    isCutShort
      ? releaseCalendar(db, calendar, clock())
      : recordProblem(db, calendar, problemOf(error), clock()),
  );
  return isCutShort ? 'released' : 'failed';
}

const isAboutCalendar = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code !== 'unavailable';

const problemOf = (error: unknown): string =>
  isAboutCalendar(error)
    ? (error.fields?.['url'] ?? error.message)
    : 'Something went wrong here. We’ll try again';

async function readEntriesOf(
  config: Config,
  { url }: LeasedCalendar,
  signal: AbortSignal,
  now: Date,
): Promise<ImportEntry[]> {
  const calendar = await fetchCalendar(config, url, signal);
  return readingLimit(() => readEntries(calendar, now, url));
}
