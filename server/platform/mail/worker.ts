import { setTimeout as pause } from 'node:timers/promises';
import { onCommitted } from '#platform/db/signals.ts';
import { createAlarm, type Alarm } from '#platform/process/alarm.ts';
import { deliver, type MailDeps } from './deliver.ts';
import { outboxTopic, waitingTopic } from './outbox.ts';
import { leaseBatch, releaseEmails } from './queue.ts';
import { smtpConnections } from './smtp.ts';

export interface Worker {
  /**
   * Finishes emails under way within this time, and leaves those that take longer; starts no others.
   */
  stop: (graceMs: number) => Promise<void>;
}

interface Lane {
  urgent: boolean;
  /** How many emails are sent at once. */
  senders: number;
  /** How many emails are leased at once. */
  batch: number;
}

const lanes: readonly Lane[] = [
  { urgent: true, senders: smtpConnections.urgent, batch: 4 * smtpConnections.urgent },
  { urgent: false, senders: smtpConnections.other, batch: 4 * smtpConnections.other },
];

/** The time that deliveries have to end once their connections are broken. */
const leavingMs = 1_000;

/**
 * How often the outbox is read for emails that became due, failed, or were left by other processes.
 */
const pollMs = 5_000;

/**
 * Sends due emails until stopped: at once when this process enqueues one, and every five seconds.
 */
export function startWorker(mailDeps: MailDeps): Worker {
  const stopping = new AbortController();
  const leaving = new AbortController();
  const deps = { ...mailDeps, leaving: leaving.signal };
  const running = lanes.map((lane) => ({ lane, alarm: createAlarm() }));
  const wake = () => {
    for (const { alarm } of running) alarm.wake();
  };
  const topics = deps.config.rateLimits ? [outboxTopic] : [outboxTopic, waitingTopic];
  const listening = topics.map((topic) => onCommitted(deps.db, topic, wake));
  const finished = Promise.all(
    running.map(({ lane, alarm }) => runLane(lane, deps, alarm, stopping.signal)),
  );
  return {
    stop: async (graceMs) => {
      stopping.abort();
      for (const end of listening) end();
      wake();
      await Promise.race([finished, pause(graceMs, undefined, { ref: false })]);
      leaving.abort();
      deps.smtp?.close();
      // A database that is silent answers nothing here, either. The lease ends by itself.
      await Promise.race([finished, pause(leavingMs, undefined, { ref: false })]);
    },
  };
}

async function runLane(
  lane: Lane,
  deps: MailDeps,
  alarm: Alarm,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const { more } = await sendBatch(lane, deps, stopping);
      if (more === 'unknown') await alarm.sleep(pollMs);
      if (more instanceof Date) await alarm.sleep(Math.min(pollMs, msUntil(more, deps)));
    } catch (error) {
      deps.log.warn({ err: error }, 'the outbox could not be read');
      await alarm.sleep(pollMs);
    }
  }
}

const msUntil = (at: Date, { clock }: MailDeps): number =>
  Math.max(0, at.getTime() - clock().getTime());

const neverAborted = new AbortController().signal;

/** Sends everything that is due, and returns the number of emails. */
export async function sendDue(deps: MailDeps): Promise<number> {
  for (let total = 0; ;) {
    let sent = 0;
    for (const lane of lanes) sent += (await sendBatch(lane, deps, neverAborted)).count;
    if (sent === 0) return total;
    total += sent;
  }
}

/**
 * Leases a batch and delivers it, a few emails at a time; releases those not started when the
 * worker stops.
 */
async function sendBatch(
  { urgent, senders: count, batch }: Lane,
  deps: MailDeps,
  stopping: AbortSignal,
) {
  const { emails, more } = await leaseBatch(deps, { urgent, limit: batch });
  const queue = emails.values();
  const sender = async () => {
    for (const { email, sendAt } of queue) {
      if (sendAt)
        await pause(msUntil(sendAt, deps), undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) await releaseEmails(deps.db, email, deps.clock());
      else await deliver(email, deps);
    }
  };
  const senders = await Promise.allSettled(Array.from({ length: count }, sender));
  const failed = senders.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return { count: emails.length, more };
}
