import { setTimeout as pause } from 'node:timers/promises';
import { onCommitted } from '#platform/db/signals.ts';
import { createAlarm, type Alarm } from '#platform/process/alarm.ts';
import type { Worker } from '#platform/mail/worker.ts';
import { deliverPush, type PushDeps } from './deliver.ts';
import { pushTopic } from './outbox.ts';
import { leasePushes, type Leased } from './queue.ts';

/** How many notifications are sent at once. */
const senderCount = 16;
/** The fewest that are leased at once, so that not each one sent reads the queue. */
const fewest = 4;

/** How often due, failed and abandoned notifications are looked for. */
const pollMs = 5_000;
/** The time that attempts have to end once the database's answer is no longer waited for. */
const leavingMs = 1_000;

/** Sends due notifications until stopped, beside the worker of emails and without its connections. */
export function startPushWorker(pushDeps: PushDeps): Worker {
  const stopping = new AbortController();
  const leaving = new AbortController();
  const deps = { ...pushDeps, leaving: leaving.signal };
  const alarm = createAlarm();
  const endListening = onCommitted(deps.db, pushTopic, alarm.wake);
  const finished = run(deps, alarm, stopping.signal);
  return {
    stop: async (graceMs) => {
      stopping.abort();
      endListening();
      alarm.wake();
      await Promise.race([finished, pause(graceMs, undefined, { ref: false })]);
      leaving.abort();
      await Promise.race([finished, pause(leavingMs, undefined, { ref: false })]);
    },
  };
}

/** Each sender gets its next notification whatever the others wait for: a service may be slow. */
async function run(deps: PushDeps, alarm: Alarm, stopping: AbortSignal): Promise<void> {
  const sending = new Set<Promise<void>>();
  let mayBeMore = true;
  const send = async (leased: Leased) => {
    await deliverPush(leased, deps).catch((err: unknown) => deps.log.error({ err }, 'push failed'));
  };
  while (!stopping.aborted) {
    const free = senderCount - sending.size;
    const leased = free < fewest ? undefined : await leaseUpTo(free, deps);
    for (const each of leased ?? []) {
      const one = send(each).finally(() => {
        sending.delete(one);
        if (mayBeMore) alarm.wake();
      });
      sending.add(one);
    }
    if (leased) mayBeMore = leased.length === free;
    if (!mayBeMore || senderCount - sending.size < fewest) await alarm.sleep(pollMs);
  }
  await Promise.all(sending);
}

/** Nothing while the database can't be read. */
const leaseUpTo = (limit: number, deps: PushDeps): Promise<Leased[]> =>
  lease(limit, deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the notifications could not be read');
    return [];
  });

const lease = (limit: number, { db, clock, config }: PushDeps): Promise<Leased[]> =>
  leasePushes(db, { limit, ignoresDebounce: !config.rateLimits }, clock());

/** Sends everything that is due, and returns the number of notifications. */
export async function sendDuePushes(deps: PushDeps): Promise<number> {
  for (let total = 0; ;) {
    const leased = await lease(senderCount, deps);
    if (leased.length === 0) return total;
    await Promise.all(leased.map((each) => deliverPush(each, deps)));
    total += leased.length;
  }
}
