import { day, hour, minute } from '#contract/platform/durations.ts';
import { dailyEmails } from '#contract/platform/limits.ts';
import type { EffectKind, Effects } from './effects.ts';

/** How often a letter may come, and with what it is told together. */
interface Bound<Payload> {
  /**
   * Identifies the cause of an email. Emails of one kind to one recipient for one cause are
   * counted, and combined, together.
   */
  cause: (payload: Payload) => string;
  /** Without it nobody gets in, or learns in time who else has: it goes by a lane of its own. */
  awaited?: true;
  /** Waits for what may follow at once: what ends as it began is not told at all. */
  settles?: true;
  /** Begins behind what goes to few: it goes to many at once, or nobody minds. */
  bulk?: true;
  /** Its sender is told how many it has reached. */
  tallied?: true;
  /** Is of no use a day later: the last places of an address's day are kept for it. */
  timely?: true;
  /** Asked for by whoever waits for it at their screen: goes at once while it may, and then not at all. */
  asked?: true;
}

const account = () => 'account';
const complaint = ({ complaintId }: { complaintId: number }) => `complaint:${complaintId}`;
const group = ({ groupId }: { groupId: number }) => `group:${groupId}`;
const series = ({ seriesId }: { seriesId: number }) => `series:${seriesId}`;
const message = ({ messageId }: { messageId: number }) => `message:${messageId}`;
const reportCase = ({ caseId }: { caseId: number }) => `case:${caseId}`;
const event = ({ eventId }: { eventId: number }) => `event:${eventId}`;

/** The bound of every kind of effect: a kind without one does not compile. */
export const bounds: { [K in EffectKind]: Bound<Effects[K]> } = {
  group_reviewed: { cause: group },
  request_received: {
    cause: ({ groupId, userId }) => `group:${groupId} member:${userId}`,
    settles: true,
  },
  request_approved: { cause: group },
  request_declined: { cause: group },
  organiser_made: { cause: group },
  owner_made: { cause: group },
  rsvp_confirmed: {
    cause: ({ eventIds }) => eventIds.map((eventId) => event({ eventId })).join(' '),
  },
  rsvp_withdrawn: { cause: ({ entries }) => entries.map(event).join(' '), settles: true },
  event_changed: { cause: event, settles: true, timely: true },
  event_cancelled: { cause: event, timely: true },
  event_under_review: { cause: event, timely: true },
  event_on_again: { cause: event, timely: true },
  event_reminder: { cause: event, timely: true },
  group_news: { cause: group },
  series_changed: { cause: series, settles: true, timely: true },
  series_cancelled: { cause: series, timely: true },
  waitlist_joined: { cause: event },
  place_offered: { cause: event, timely: true },
  offer_lapsed: { cause: event },
  let_in: { cause: event, timely: true },
  last_places: { cause: event, timely: true },
  group_message: { cause: message, bulk: true, tallied: true },
  event_message: { cause: message, bulk: true, tallied: true },
  fundraising_message: { cause: message, bulk: true, tallied: true },
  message_test: { cause: ({ test }) => `test:${test}`, bulk: true },
  contact: { cause: ({ contactId }) => `contact:${contactId}` },
  complaint_received: { cause: complaint },
  complaint_answered: { cause: complaint },
  complaints_due: { cause: () => 'complaints' },
  account_suspended: { cause: account },
  account_restored: { cause: account },
  group_deleted: { cause: group },
  papers_due: { cause: account },
  reviews_due: { cause: () => 'reviews' },
  report_received: { cause: ({ reportId }) => `report:${reportId}` },
  report_decided: { cause: reportCase },
  report_about_you: { cause: reportCase },
  report_about_only_admin: { cause: reportCase },
  donation_received: { cause: ({ donationId }) => `donation:${donationId}` },
  confirm_email: { cause: account, awaited: true, asked: true },
  password_reset: { cause: account, awaited: true, asked: true },
  password_changed: { cause: account, awaited: true },
  two_step_on: { cause: account, awaited: true },
  two_step_off: { cause: account, awaited: true },
  recovery_code_used: { cause: account, awaited: true },
  new_sign_in: { cause: account, awaited: true },
  wrong_guesses: { cause: account, awaited: true },
  token_made: { cause: account, awaited: true },
};

/** Undefined for a kind that a later version of the site wrote. */
const boundOf = (kind: string): Bound<never> | undefined =>
  Object.hasOwn(bounds, kind) ? bounds[kind as EffectKind] : undefined;

/** The key of a message's delivery tally; null where nobody is told how many it has reached. */
export const talliedAs = ({ kind, cause }: { kind: string; cause: string | null }): string | null =>
  boundOf(kind)?.tallied ? cause : null;

const mostAnHour = 3;
/** Emails that one account causes stand so far apart in the order of sending. */
export const shareInterval = minute;
/** Emails marked `bulk` begin so far behind. */
export const bulkDelay = 5 * minute;

/** Emails for one cause within this time are combined into one. */
export const settleTime = 5 * minute;

/**
 * When a letter may go, by when others of its kind, recipient and cause went: the first at once, a second once what
 * follows it quickly has had time to, and no more than three in any hour. Never where nobody waits for it any more.
 */
export function mayGoAt(
  { kind, createdAt }: { kind: string; createdAt: Date },
  told: readonly Date[],
  now: Date,
): Date | 'never' {
  const asked = boundOf(kind)?.asked ?? false;
  const lately = within(hour, told, now);
  const first = lately.at(-mostAnHour);
  if (first) return asked ? 'never' : new Date(first.getTime() + hour);
  if (lately.length === 0 || asked) return now;
  return new Date(Math.max(now.getTime(), createdAt.getTime() + settleTime));
}

/** Whom an email reaches, as far as its daily limit goes. */
export interface Reach {
  /** The address is confirmed, or no email leaves the site. */
  isConfirmed: boolean;
  /** The email says what it has to say, and not only that something is waiting. */
  isWhole: boolean;
}

interface Sent extends Reach {
  kind: string;
  createdAt: Date;
  recipientId: string | null;
  causedBy: string | null;
}

/** The emails of a day that count together, or none where an email is not counted. */
export type Counted = 'unasked' | 'unconfirmed' | 'notices';

/**
 * Returns the count that an email to an address falls under. Links to confirm or to choose a
 * password never count, nor to a confirmed address a security notice or what its owner caused. To an unconfirmed one notices count apart, so that nothing else
 * uses up their places.
 */
export function countedAs({ kind, isConfirmed, recipientId, causedBy }: Sent): Counted | undefined {
  const { asked, awaited } = boundOf(kind) ?? {};
  if (asked) return undefined;
  if (!isConfirmed) return awaited ? 'notices' : 'unconfirmed';
  const isOwn = causedBy !== null && causedBy === recipientId;
  return awaited || isOwn ? undefined : 'unasked';
}

/**
 * When an email may go, by when others went to its address within a day. One that says only that something is waiting
 * is dropped beyond the limit, since the three before it say the same. Any other waits until a day after the last.
 */
export function mayGoToday(email: Sent, told: readonly Date[], now: Date): Date | 'never' {
  const lately = within(day, told, now);
  const last = lately.at(-1);
  if (!last || lately.length < mostADay(email)) return now;
  const keepsUntil = email.createdAt.getTime() + dailyEmails.waitDays * day;
  const saysNothing = !email.isConfirmed && (!email.isWhole || boundOf(email.kind)?.awaited);
  return saysNothing || keepsUntil <= now.getTime() ? 'never' : new Date(last.getTime() + day);
}

function mostADay({ kind, isConfirmed }: Sent): number {
  if (!isConfirmed) return dailyEmails.unconfirmed;
  return dailyEmails.unasked - (boundOf(kind)?.timely ? 0 : dailyEmails.keptForTimely);
}

/** Oldest first; what a clock that ran ahead put in the future is no matter. */
export const within = (span: number, told: readonly Date[], now: Date): Date[] =>
  told
    .filter((at) => Math.abs(now.getTime() - at.getTime()) < span)
    .toSorted((one, other) => one.getTime() - other.getTime());
