import type { FastifyBaseLogger } from 'fastify';
import { invitationIcs } from '#platform/calendar/invitation.ts';
import type { Mailbox } from '#platform/config.ts';
import { errorCode, isUnreachable, type Transaction } from '#platform/db/database.ts';
import { compose, type Composed, type ComposeDeps } from './compose.ts';
import { untilWritten } from './patience.ts';
import { PostError } from './post.ts';
import type { EffectKind, Effects } from './effects.ts';
import { toE164 } from './phone.ts';
import {
  fail,
  finish,
  finishByText,
  mayHaveGone,
  record,
  type Failure,
  type Turn,
} from './queue.ts';
import { keptText } from './render.ts';
import type { Leased } from './tables.ts';
import { tally } from './tallies.ts';
import type { Texts } from './texts.ts';

export interface MailDeps extends ComposeDeps {
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Left out where no texts are sent. */
  texts?: Texts | undefined;
  /** Aborted when the process ends whether or not what went out is written down. */
  leaving?: AbortSignal;
}

/**
 * Tells one person of one effect; whatever goes wrong is written down with the effect, once the database answers: nobody
 * else knows what has gone out.
 */
export async function deliver(effect: Leased, deps: MailDeps): Promise<void> {
  const about = { effect: effect.id, kind: effect.kind, attempt: effect.attempts };
  try {
    const outcome = await tell(effect, deps);
    deps.log.info(about, `${effect.channel} ${outcome}`);
  } catch (error) {
    // Whether it has gone out may stand nowhere: its lease keeps others from it for a while.
    if (deps.leaving?.aborted && !(error instanceof PostError)) throw error;
    const failure = failureOf(error);
    const state = await untilWritten(
      () => fail(deps.db, effect, failure, deps.clock()),
      deps.leaving,
    );
    // The SMTP server's words may name people, so only our own errors are logged whole.
    const err = error instanceof PostError ? undefined : error;
    deps.log[state === 'dead' || err ? 'error' : 'warn'](
      { ...about, reason: failure.reason, ...(err !== undefined && { err }) },
      `${effect.channel} ${state === 'dead' ? 'given up' : 'failed, to be tried again'}`,
    );
  }
}

type Outcome = 'sent' | 'kept' | 'not needed' | 'not possible' | Exclude<Turn, 'now'>;

async function tell(effect: Leased, deps: MailDeps): Promise<Outcome> {
  const unnoted = await mayHaveGone(deps.db, effect);
  const composed = await compose(effect, deps, deps.clock());
  if (composed?.letter.withheld) {
    await finish(deps.db, effect, undefined, deps.clock(), (tx) =>
      tally(tx, effect, { delivered: 1 }),
    );
    return 'not needed';
  }
  if (composed && effect.channel === 'text') return tellByText(effect, composed, deps);
  if (composed?.mail)
    return tellByMail(effect, { ...composed, mail: composed.mail, unnoted }, deps);
  if (composed && isWantedByText(composed, deps)) {
    await finishByText(deps.db, effect, deps.clock());
  } else {
    await finish(deps.db, effect, undefined, deps.clock(), async (tx) => {
      if (unnoted) await takingOut(tx, effect, deps);
    });
  }
  return 'not needed';
}

const isWantedByText = ({ phone, letter }: Composed, { texts }: MailDeps): boolean =>
  Boolean(phone && letter.textMessage && texts);

/** A text has tries of its own, under its own number. */
async function tellByText(
  effect: Leased,
  { phone, letter, reach }: Composed,
  deps: MailDeps,
): Promise<Outcome> {
  const { db, clock, config, texts } = deps;
  const to = phone ? toE164(phone) : undefined;
  const body = letter.textMessage;
  if (!texts || !body || !to) {
    await finish(db, effect, undefined, clock());
    return to ? 'not needed' : 'not possible';
  }
  const message = { recipient: to, messageId: null, content: keptText(body) };
  const turn = await record(db, effect, message, { bounded: config.rateLimits, reach }, clock());
  if (turn !== 'now') return turn;
  await texts.send({ to, body });
  await untilWritten(() => finish(db, effect, 'sent', clock()), deps.leaving);
  return 'sent';
}

async function tellByMail(
  effect: Leased,
  composed: Composed & { mail: NonNullable<Composed['mail']>; unnoted: boolean },
  deps: MailDeps,
): Promise<Outcome> {
  const { site, recipient, letter, mail, reach } = composed;
  const { db, clock, config, post, origin } = deps;
  const house = config.mailFrom ?? { name: site.name, address: site.supportEmail };
  const from = letter.from ? { ...house, name: `${letter.from} (${house.name})` } : house;
  const messageId = messageIdOf(effect, from);
  const message = { recipient: recipient.email, messageId, content: mail.kept };
  const telling = { bounded: config.rateLimits, reach, byText: isWantedByText(composed, deps) };
  const turn = await record(db, effect, message, telling, clock());
  if (turn !== 'now') return turn;
  const state = post ? 'sent' : 'kept';
  if (post) {
    const [to, replyTo] = [recipient.email, letter.replyTo ?? site.supportEmail];
    const between = { organizer: from.address, attendee: to, origin };
    const calendar = letter.calendar && invitationIcs(letter.calendar, between, clock());
    await post.send({ from, replyTo, to, messageId, ...(await mail.toSend()), calendar });
  }
  const note = () =>
    finish(db, effect, state, clock(), async (tx) => {
      await noting(tx, composed, deps);
      if (composed.unnoted) await takingOut(tx, effect, deps);
    });
  await untilWritten(note, deps.leaving);
  return state;
}

/** A calendar is known to hold an event once it has been sent: of what was only tried nothing has to be taken back. */
async function noting(
  tx: Transaction,
  { letter: { calendar }, recipient: { id } }: Composed,
  { correspondence, clock }: MailDeps,
): Promise<void> {
  if (calendar && id !== null) await correspondence.noteCalendar(tx, id, calendar, clock());
}

/**
 * Removes a calendar entry that an earlier attempt may have added, where this one has no reason to
 * add it.
 */
async function takingOut(
  tx: Transaction,
  { kind, payload, recipientId }: Leased,
  { correspondence, clock }: MailDeps,
): Promise<void> {
  const events = correspondence.letterOf(kind)?.entersEvents?.(payload as Effects[EffectKind]);
  if (!events || recipientId === null) return;
  await correspondence.takeOutOfCalendar(tx, recipientId, events, clock());
}

/** The moment tells effects of one number in two databases apart. */
function messageIdOf({ id, createdAt }: Leased, from: Mailbox): string {
  const domain = from.address.split('@').at(-1);
  return `<effect-${id}-${createdAt.getTime().toString(36)}@${domain}>`;
}

function failureOf(error: unknown): Failure {
  if (error instanceof PostError)
    return { reason: error.message, permanent: error.permanent, refused: true };
  const reason = errorCode(error) ?? (error instanceof Error ? error.constructor.name : 'unknown');
  // The worker retries the record of a sent email separately, so this failure came before the
  // sending.
  const over = isUnreachable(error);
  return { reason, permanent: false, refused: over, over };
}
