import { hour, minute } from '../../../contract/durations.ts';
import type { EffectKind, Effects } from './outbox.ts';

/** How often a letter may come, and with what it is told together. */
interface Bound<Payload> {
  /** What it is about: letters of one kind to one recipient for one cause are counted, and told, together. */
  cause: (payload: Payload) => string;
  /** Without it nobody gets in, or learns in time who else has: it goes by a lane of its own. */
  awaited?: true;
  /** Waits for what may follow at once: what ends as it began is not told at all. */
  settles?: true;
  /** Goes to many at once: after all that goes to few, and told is how many it has reached. */
  bulk?: true;
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
    settles: true,
  },
  rsvp_withdrawn: { cause: ({ entries }) => entries.map(event).join(' '), settles: true },
  event_changed: { cause: event, settles: true },
  event_cancelled: { cause: event },
  event_on_again: { cause: event },
  event_reminder: { cause: event },
  group_news: { cause: group },
  series_changed: { cause: series, settles: true },
  series_cancelled: { cause: series },
  waitlist_joined: { cause: event },
  place_offered: { cause: event },
  offer_lapsed: { cause: event },
  let_in: { cause: event },
  last_places: { cause: event },
  group_message: { cause: message, bulk: true },
  event_message: { cause: message, bulk: true },
  fundraising_message: { cause: message, bulk: true },
  message_test: { cause: ({ test }) => `test:${test}` },
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

/** What how many it has reached is told under; undefined for what goes to few. */
export const talliedAs = ({ kind, cause }: { kind: string; cause: string | null }): string | null =>
  boundOf(kind)?.bulk ? cause : null;

const mostAnHour = 3;
/** What comes within it of one another is told once. */
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
  const lately = withinTheHour(told, now);
  const first = lately.at(-mostAnHour);
  if (first) return asked ? 'never' : new Date(first.getTime() + hour);
  if (lately.length === 0 || asked) return now;
  return new Date(Math.max(now.getTime(), createdAt.getTime() + settleTime));
}

/** Oldest first; what a clock that ran ahead put in the future is no matter. */
export const withinTheHour = (told: readonly Date[], now: Date): Date[] =>
  told
    .filter((at) => Math.abs(now.getTime() - at.getTime()) < hour)
    .toSorted((one, other) => one.getTime() - other.getTime());
