import { setTimeout as pause } from 'node:timers/promises';
import { onCommitted } from '#platform/db/signals.ts';
import { deliver, type MailDeps } from './deliver.ts';
import { outboxTopic, waitingTopic } from './outbox.ts';
import { connections } from './post.ts';
import { claim } from './claim.ts';
import { release } from './queue.ts';

export interface Worker {
  /** Starts no new emails, and finishes those being sent if that takes no longer than this. */
  stop: (graceMs: number) => Promise<void>;
}

interface Lane {
  awaited: boolean;
  /** Mails under way at once. */
  lines: number;
  /** Effects leased at once. */
  batch: number;
}

const lanes: readonly Lane[] = [
  { awaited: true, lines: connections.awaited, batch: 4 * connections.awaited },
  { awaited: false, lines: connections.other, batch: 4 * connections.other },
];

/** How soon what failed, what falls due and what other processes left behind is found. */
const pollMs = 5_000;

/** Works the outbox off until it is stopped: at once when this process adds to it, and by the clock. */
export function startWorker(given: MailDeps): Worker {
  const stopping = new AbortController();
  const leaving = new AbortController();
  const deps = { ...given, leaving: leaving.signal };
  const worked = lanes.map((lane) => ({ lane, bell: createBell() }));
  const ring = () => {
    for (const { bell } of worked) bell.ring();
  };
  const topics = deps.config.rateLimits ? [outboxTopic] : [outboxTopic, waitingTopic];
  const listening = topics.map((topic) => onCommitted(deps.db, topic, ring));
  const finished = Promise.all(
    worked.map(({ lane, bell }) => run(lane, deps, bell, stopping.signal)),
  );
  return {
    stop: async (graceMs) => {
      stopping.abort();
      for (const end of listening) end();
      ring();
      await Promise.race([finished, pause(graceMs, undefined, { ref: false })]);
      leaving.abort();
      deps.post?.close();
      await finished;
    },
  };
}

async function run(lane: Lane, deps: MailDeps, bell: Bell, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const { more } = await workOnce(lane, deps, stopping);
      if (more === 'perhaps') await bell.rung(pollMs);
      if (more instanceof Date) await bell.rung(Math.min(pollMs, until(more, deps)));
    } catch (error) {
      deps.log.warn({ err: error }, 'the outbox could not be read');
      await bell.rung(pollMs);
    }
  }
}

const until = (at: Date, { clock }: MailDeps): number =>
  Math.max(0, at.getTime() - clock().getTime());

const never = new AbortController().signal;

/** Works off everything that is due. */
export async function workOff(deps: MailDeps): Promise<number> {
  for (let total = 0; ;) {
    let worked = 0;
    for (const lane of lanes) worked += (await workOnce(lane, deps, never)).count;
    if (worked === 0) return total;
    total += worked;
  }
}

/** Takes a batch on and delivers it, a few at a time. What is not begun when a stop comes is handed back. */
async function workOnce(
  { awaited, lines: count, batch }: Lane,
  deps: MailDeps,
  stopping: AbortSignal,
) {
  const { effects, more } = await claim(deps, { awaited, limit: batch });
  const queue = effects.values();
  const line = async () => {
    for (const { effect, at } of queue) {
      if (at) await pause(until(at, deps), undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) await release(deps.db, effect, deps.clock());
      else await deliver(effect, deps);
    }
  };
  const lines = await Promise.allSettled(Array.from({ length: count }, line));
  const failed = lines.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return { count: effects.length, more };
}

interface Bell {
  ring: () => void;
  /** Until it rings, has rung since it was last waited for, or the time is up. */
  rung: (timeoutMs: number) => Promise<void>;
}

function createBell(): Bell {
  let rings = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      rings = true;
      wake?.();
    },
    rung: async (timeoutMs) => {
      if (!rings) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
      }
      rings = false;
    },
  };
}
