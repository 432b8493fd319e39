import type { FastifyBaseLogger } from 'fastify';
import { invitationIcs } from '#platform/calendar/invitation.ts';
import { errorCode, isUnreachable, type Transaction } from '#platform/db/database.ts';
import {
  failEmail,
  finishEmail,
  finishAsText,
  mayHaveBeenSent,
  recordAttempt,
  type Failure,
  type Permission,
} from './attempts.ts';
import { compose, type ComposeDeps, type ComposedEmail, type RenderedEmail } from './compose.ts';
import { definitionOf, messageIdOf } from './email.ts';
import { textContent } from './render.ts';
import { toE164, type SmsClient } from './sms.ts';
import { oneLine } from './site-text.ts';
import { DeliveryError } from './smtp.ts';
import { isSuppressed } from './suppression.ts';
import type { LeasedEmail } from './tables.ts';
import { countDelivery } from './throttle.ts';
import { retryUntilWritten } from './queue.ts';

export interface MailDeps extends ComposeDeps {
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Omitted if no text messages are sent. */
  sms?: SmsClient | undefined;
  /** Aborted when the process ends, even if an outcome is not recorded yet. */
  leaving?: AbortSignal;
}

/**
 * The steps of an email:
 * 1. `enqueue()` (`outbox.ts`) writes it to the outbox in the transaction that causes it.
 * 2. The worker leases it (`worker.ts`, `queue.ts`) and hands it to `deliver()`.
 * 3. `attempt()` composes it from the facts as they are now: nothing may be left to say.
 * 4. `recordAttempt()` (`attempts.ts`) throttles it (`throttle.ts`): an email over its limit waits,
 * merges or is dropped. Otherwise the attempt is recorded, so every email that goes out is on
 * record.
 * 5. The email is sent, and its outcome recorded. That write repeats until the database answers,
 * since only this process knows the outcome.
 * 6. A failure schedules another attempt, later each time, for a day.
 * No transaction is open during SMTP. If a process dies, its lease ends after three minutes and
 * another process sends the email, with the same Message-ID. Each email goes out at least once.
 */
export async function deliver(email: LeasedEmail, deps: MailDeps): Promise<void> {
  const about = { effect: email.id, kind: email.kind, attempt: email.attempts };
  try {
    const outcome = await attemptDelivery(email, deps);
    deps.log.info(about, `${email.channel} ${outcome}`);
  } catch (error) {
    const isSendingFault = error instanceof DeliveryError;
    // The email may have gone out: no other process sends it again until the lease ends.
    if (deps.leaving?.aborted && !isSendingFault) throw error;
    const failure = failureOf(error);
    const state = await retryUntilWritten(
      () => failEmail(deps.db, email, failure, deps.clock()),
      deps.leaving,
    );
    // A server's words may name people and are left out; an error of our own is logged in full.
    const details = isSendingFault ? {} : { err: error };
    deps.log[state === 'dead' || !isSendingFault ? 'error' : 'warn'](
      { ...about, reason: failure.reason, ...details },
      `${email.channel} ${state === 'dead' ? 'failed for good' : 'failed, will be retried'}`,
    );
  }
}

type Outcome =
  | 'sent'
  | 'kept'
  | 'not needed'
  | 'not possible'
  | 'suppressed'
  | Exclude<Permission, 'send'>;

async function attemptDelivery(email: LeasedEmail, deps: MailDeps): Promise<Outcome> {
  const { db, clock } = deps;
  const mayBeSent = await mayHaveBeenSent(db, email);
  const composed = await compose(email, deps, clock());
  if (composed?.message.isWithheld) {
    await finishEmail(db, email, undefined, clock(), (tx) =>
      countDelivery(tx, email, { delivered: 1 }),
    );
    return 'not needed';
  }
  if (composed && mayBeSent && definitionOf(email.kind)?.atMostOnce) {
    await finishEmail(db, email, 'sent', clock());
    return 'sent';
  }
  if (composed && email.channel === 'text') return sendText(email, composed, deps);
  if (composed?.rendered && !(await isKeptBack(email, composed, deps)))
    return sendEmail(email, { ...composed, rendered: composed.rendered, mayBeSent }, deps);
  if (composed && wantsText(composed, deps)) {
    await finishAsText(db, email, clock());
  } else {
    await finishEmail(db, email, undefined, clock(), async (tx) => {
      if (mayBeSent) await removeFromCalendar(tx, email, deps);
      if (composed?.rendered) await countDelivery(tx, email, { failed: 1 });
      // The recipient chose to be told on their devices alone.
      else if (composed) await countDelivery(tx, email, { delivered: 1 });
    });
  }
  return composed?.rendered ? 'suppressed' : 'not needed';
}

/** A suppressed address gets only emails that its owner has just asked for. */
const isKeptBack = async (
  { kind }: LeasedEmail,
  { recipient }: ComposedEmail,
  { db }: MailDeps,
): Promise<boolean> =>
  !definitionOf(kind)?.requestedByRecipient && (await isSuppressed(db, recipient.email));

async function sendEmail(
  email: LeasedEmail,
  composed: ComposedEmail & { rendered: RenderedEmail; mayBeSent: boolean },
  deps: MailDeps,
): Promise<Outcome> {
  const { site, recipient, message, rendered, limitedAs } = composed;
  const { db, clock, config, signer, smtp, origin } = deps;
  const house = config.mailFrom ?? { name: site.name, address: site.supportEmail };
  const from = { ...house, name: senderName(message.from, house.name) };
  const messageId = messageIdOf(email, from, signer);
  const permission = await recordAttempt(
    db,
    email,
    {
      to: { address: recipient.email, ...limitedAs },
      messageId,
      content: rendered.stored,
      isThrottled: config.rateLimits,
      alsoAsText: wantsText(composed, deps),
    },
    signer,
    clock(),
  );
  if (permission !== 'send') return permission;
  if (smtp) {
    const [to, replyTo] = [recipient.email, message.replyTo ?? site.supportEmail];
    const parties = { organizer: from.address, attendee: to, origin };
    const calendar = message.calendar && invitationIcs(message.calendar, parties, clock());
    await smtp.send({ from, replyTo, to, messageId, ...(await rendered.toSend()), calendar });
  }
  const outcome = smtp ? 'sent' : 'kept';
  const recordOutcome = () =>
    finishEmail(db, email, outcome, clock(), async (tx) => {
      if (smtp) await noteCalendar(tx, composed, deps);
      if (composed.mayBeSent) await removeFromCalendar(tx, email, deps);
    });
  await retryUntilWritten(recordOutcome, deps.leaving);
  return outcome;
}

/** 'Gus (Villagehall)', or one of the two where the other is missing. */
const senderName = (person: string | undefined, house: string): string =>
  oneLine(person && house ? `${person} (${house})` : (person ?? house));

/** A text message is a separate row of the outbox, with its own attempts and limits. */
async function sendText(
  email: LeasedEmail,
  { phone, message, limitedAs }: ComposedEmail,
  deps: MailDeps,
): Promise<Outcome> {
  const { db, clock, config, signer, sms } = deps;
  const to = phone ? toE164(phone) : undefined;
  const body = message.textMessage;
  if (!sms || !body || !to) {
    await finishEmail(db, email, undefined, clock());
    return to ? 'not needed' : 'not possible';
  }
  const permission = await recordAttempt(
    db,
    email,
    {
      to: { address: to, ...limitedAs },
      messageId: null,
      content: textContent(body),
      isThrottled: config.rateLimits,
    },
    signer,
    clock(),
  );
  if (permission !== 'send') return permission;
  await sms.send({ to, body });
  await retryUntilWritten(() => finishEmail(db, email, 'sent', clock()), deps.leaving);
  return 'sent';
}

const wantsText = ({ phone, message }: ComposedEmail, { sms }: MailDeps): boolean =>
  Boolean(phone && message.textMessage && sms);

/** Records which events the recipient's calendar has, once they were sent. */
async function noteCalendar(
  tx: Transaction,
  { message: { calendar }, recipient }: ComposedEmail,
  { services, clock }: MailDeps,
): Promise<void> {
  if (calendar) await services.noteCalendar(tx, recipient, calendar, clock());
}

/**
 * Removes events that an earlier attempt may have added to a calendar and that this one no longer
 * has.
 */
async function removeFromCalendar(
  tx: Transaction,
  { kind, payload, recipientId }: LeasedEmail,
  { services, clock }: MailDeps,
): Promise<void> {
  const events = definitionOf(kind)?.calendarEvents?.(payload as never);
  if (!events || recipientId === null) return;
  await services.removeFromCalendar(tx, recipientId, events, clock());
}

function failureOf(error: unknown): Failure {
  if (error instanceof DeliveryError)
    return {
      reason: error.message,
      isPermanent: error.isPermanent,
      isUnknownAddress: error.isUnknownAddress,
      wasNotSent: true,
    };
  const reason = errorCode(error) ?? (error instanceof Error ? error.constructor.name : 'unknown');
  // The outcome of a sent email is written until the database answers, so if an answer was lost, it
  // was before sending.
  const isOver = isUnreachable(error);
  return { reason, isPermanent: false, wasNotSent: isOver, isOver };
}
