import { z } from 'zod';
import { second } from '#contract/platform/durations.ts';
import type { AnswerHead } from '#platform/fetch/fetch-public.ts';
import { delayAfter, maxAttempts } from '#platform/mail/attempts.ts';
import type { MailDeps } from '#platform/mail/deliver.ts';
import { retryUntilWritten } from '#platform/mail/queue.ts';
import { composePush, deviceTest, type ComposedPush } from './compose.ts';
import {
  dropDevice,
  dropPush,
  finishPush,
  isOutdated,
  postponeDevice,
  pushTime,
  releasePush,
  type Device,
  type LeasedPush,
} from './queue.ts';
import type { PushClient, Subscription } from './send.ts';
import type { SilentHosts } from './silent-hosts.ts';
import { openSubscription } from './subscription.ts';

export interface PushDeps extends Omit<MailDeps, 'smtp' | 'sms'> {
  client: PushClient;
  silentHosts: SilentHosts;
}

/** An attempt that begins later may still be under way when another process takes over. */
const shortestLease = 30 * second;

/**
 * The steps of a notification:
 * 1. `enqueue()` of the mail writes it beside the email, one for each device of the recipient.
 * 2. The worker leases it (`worker.ts`, `queue.ts`) and hands it to `deliverPush()`.
 * 3. `composePush()` writes it from the facts as they are now: nothing may be left to say.
 * 4. The limits of a device may postpone it (`pushTime`).
 * 5. Its service gets it (`send.ts`). Nothing is locked meanwhile.
 * If a process dies, its lease ends and another process sends the notification. Each goes out at
 * least once, and replaces the one before it on the phone.
 */
export async function deliverPush(
  { push, device }: { push: LeasedPush; device: Device | undefined },
  deps: PushDeps,
): Promise<void> {
  const { db, clock, log, leaving } = deps;
  const about = { push: push.id, kind: push.kind, attempt: push.attempts };
  if (push.dueAt.getTime() - clock().getTime() < shortestLease) return;
  try {
    const { words, write } = await attempt(push, device, deps);
    await retryUntilWritten(write, leaving);
    const level = words.startsWith('refused') ? 'warn' : 'info';
    log[level](about, `push ${words}`);
  } catch (error) {
    if (leaving?.aborted) throw error;
    log.error({ ...about, err: error }, 'push failed, will be retried');
    const until = new Date(clock().getTime() + delayAfter(push.attempts));
    await retryUntilWritten(
      () => (push.attempts < maxAttempts ? postponeDevice(db, push, until) : dropPush(db, push)),
      leaving,
    );
  }
}

/** The end of an attempt in words of the log, and how to record it. */
interface Outcome {
  words: string;
  write: () => Promise<void>;
}

async function attempt(
  push: LeasedPush,
  device: Device | undefined,
  deps: PushDeps,
): Promise<Outcome> {
  const { db, clock, config, signer, silentHosts } = deps;
  const drop = (words: string): Outcome => ({ words, write: () => dropPush(db, push) });
  if (!device) return drop('not needed: signed out');
  if (await isOutdated(db, push)) return drop('not needed: later news waits');
  const to = openSubscription(device, signer);
  if (!to)
    return { words: 'not possible: sealed by another secret', write: () => dropDevice(db, device) };
  const composed = await composePush(push, device, deps, clock());
  if (!composed || composed.until <= clock()) return drop('not needed');
  const time =
    config.rateLimits && push.kind !== deviceTest ? await pushTime(db, push, clock()) : clock();
  if (time === 'never') return drop('dropped by its limit');
  if (time > clock()) return { words: 'throttled', write: () => releasePush(db, push, time) };
  const paused = silentHosts.pausedUntil(hostOf(to), clock());
  if (paused)
    return { words: 'waits for a silent service', write: () => releasePush(db, push, paused) };
  return outcomeOf(await answerTo(push, to, composed, deps), { push, device, composed }, deps);
}

const hostOf = ({ endpoint }: Subscription): string => new URL(endpoint).host;

/** Undefined without an answer in time. */
async function answerTo(
  push: LeasedPush,
  to: Subscription,
  { payload, until, urgency }: ComposedPush,
  { client, clock, signer, silentHosts }: PushDeps,
): Promise<AnswerHead | 'forbidden' | undefined> {
  const ttl = Math.max(1, Math.floor((until.getTime() - clock().getTime()) / second));
  const topic = signer.pseudonym('push topic', `${push.deviceId} ${payload.tag}`);
  try {
    const answer = await client.send(to, { payload, ttl, urgency, topic });
    silentHosts.noteAnswer(hostOf(to));
    return answer ?? 'forbidden';
  } catch {
    silentHosts.noteSilence(hostOf(to), clock());
    return undefined;
  }
}

interface AttemptedPush {
  push: LeasedPush;
  device: Device;
  composed: ComposedPush;
}

function outcomeOf(
  answer: AnswerHead | 'forbidden' | undefined,
  { push, device, composed }: AttemptedPush,
  { db, clock }: PushDeps,
): Outcome {
  const gone = (words: string): Outcome => ({ words, write: () => dropDevice(db, device) });
  if (answer === 'forbidden') return gone('not possible: its service is not allowed');
  const status = answer?.status ?? 0;
  if (status >= 200 && status < 300)
    return { words: 'sent', write: () => finishPush(db, push, clock()) };
  if (status === 404 || status === 410) return gone(`not possible: the device is gone (${status})`);
  const refused = (): Outcome => ({
    words: `refused (${status || 'no answer'})`,
    write: () => dropPush(db, push),
  });
  if (answer && status !== 429 && status < 500) return refused();
  const now = clock();
  const again = new Date(now.getTime() + waitAfter(push, msOf(answer?.retryAfter, now)));
  if (push.attempts >= maxAttempts || again >= composed.until) return refused();
  return {
    words: `failed, will be retried (${status || 'no answer'})`,
    write: () => postponeDevice(db, push, again),
  };
}

/** A service that says when is asked again then; one that goes on refusing waits longer each time. */
const waitAfter = ({ attempts }: LeasedPush, askedFor: number): number =>
  askedFor > 0 && attempts <= believedTimes ? askedFor : Math.max(askedFor, delayAfter(attempts));

const believedTimes = 3;

const Seconds = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

/** Reads `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). */
function msOf(retryAfter: string | undefined, now: Date): number {
  const seconds = Seconds.safeParse(retryAfter);
  if (seconds.success) return seconds.data * second;
  const date = Date.parse(retryAfter ?? '');
  return Number.isNaN(date) ? 0 : date - now.getTime();
}
