import { cancelledTitle } from '#contract/platform/cancelled-title.ts';
import { formatMoment, formatRange } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Detail, EmailsOf, EmailContext } from '#platform/mail/email.ts';
import type { EventOutline } from '#features/events/events/queries/event.ts';
import { calendarEntry, shortenForText } from '#features/events/events/queries/email-facts.ts';
import { preferencesOf } from '#features/base/mail/queries/preferences.ts';
import type { EventStatus } from '#contract/events/events.ts';
import { datesNow, type DateNow } from './queries/dates-now.ts';

/** Dates as they were, by the ids of their events. */
type Before = Record<string, EventOutline & { status: EventStatus }>;

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** A change moved, cancelled or restored dates that concern the recipient. */
    series_changed: { seriesId: number; before: Before };
    series_cancelled: { seriesId: number; before: Before };
  }
}

type Kind = 'series_changed' | 'series_cancelled';

export const seriesEmails: EmailsOf<Kind> = {
  series_changed: {
    throttleKey: ({ seriesId }) => `series:${seriesId}`,
    debounce: true,
    timeSensitive: true,
    notificationTopic: 'urgent',
    calendarEvents: ({ before }) => Object.keys(before).map(Number),
    // A change that was reverted before the email goes out is no change.
    write: async ({ before }, context) => {
      const dates = await datesToReport(before, context);
      const [first] = dates;
      if (!first) return undefined;
      const title = first.now?.title ?? first.was.title;
      const url = `${context.site.origin}${first.now ? paths.event(first.id) : paths.events}`;
      const one = dates.length === 1;
      return {
        subject: one ? `Changed: ${title}` : `Changed: ${dates.length} dates of ${title}`,
        preheader: first.words,
        paragraphs: [
          one
            ? `A date of ${title} has changed. Here are the details now, and what they were before.`
            : `Some dates of ${title} have changed. Here are the details now, and what they were before.`,
        ],
        details: detailsOf(dates),
        button: { label: 'See the event', url },
        closing:
          'If you can’t make it any more, please cancel your RSVP on the event’s page, so the hosts know.',
        push: {
          body: one
            ? `Now ${formatMoment(first.now?.startTime)}. See what has changed.`
            : `See what has changed.`,
          until: lastEnd(dates),
        },
        textMessage: `${shortenForText(title)} has changed: ${first.words}${andMore(dates)}. ${url}`,
        calendar: await calendarOf(dates, context),
      };
    },
  },

  series_cancelled: {
    throttleKey: ({ seriesId }) => `series:${seriesId}`,
    debounce: true,
    timeSensitive: true,
    notificationTopic: 'urgent',
    write: async ({ before }, context) => {
      const dates = (await datesToReport(before, context)).filter(({ isOff }) => isOff);
      const [first] = dates;
      if (!first) return undefined;
      const { title } = first.was;
      const host = first.now ? ` by ${first.now.groupName}` : '';
      const one = dates.length === 1;
      return {
        subject: one ? cancelledTitle(title) : `Cancelled: ${dates.length} dates of ${title}`,
        preheader: `${formatMoment(first.was.startTime)}${andMore(dates)} won’t take place.`,
        paragraphs: [
          one
            ? `We’re sorry: a date of ${title}${host} that you were going to, or waiting for a place at, has been cancelled.`
            : `We’re sorry: some dates of ${title}${host} that you were going to, or waiting for a place at, have been cancelled.`,
        ],
        details: detailsOf(dates),
        button: { label: 'Find another event', url: `${context.site.origin}${paths.events}` },
        push: {
          body: `${formatMoment(first.was.startTime)}${andMore(dates)}. Sorry, it won’t take place.`,
          path: first.now ? paths.event(first.id) : paths.myEvents,
          until: lastEnd(dates),
        },
        textMessage: `${cancelledTitle(shortenForText(title))}, ${formatMoment(first.was.startTime)}${andMore(dates)}. Sorry, it won’t take place.`,
        calendar: await calendarOf(dates, context),
      };
    },
  },
};

interface ReportedDate {
  id: number;
  was: Before[string];
  /** Undefined for a deleted event. */
  now: DateNow | undefined;
  isOff: boolean;
  words: string;
  detail: Detail;
}

/** A reason that several dates in a row have stands once, after the last of them. */
const detailsOf = (dates: ReportedDate[]): Detail[] =>
  dates.flatMap((date, index) => {
    const reason = reasonOf(date);
    return reason === null || reason === reasonOf(dates[index + 1])
      ? [date.detail]
      : [date.detail, { label: 'Why', value: reason }];
  });

const reasonOf = (date: ReportedDate | undefined): string | null =>
  (date?.isOff && date.now?.cancelReason) || null;

const lastEnd = (dates: ReportedDate[]): Date =>
  new Date(
    Math.max(...dates.map(({ was, now }) => new Date(now?.endTime ?? was.endTime).getTime())),
  );

const andMore = ({ length }: ReportedDate[]) => (length > 1 ? ` and ${length - 1} more` : '');

/** The dates to report, in order of time, with their state when the email goes out. */
async function datesToReport(
  before: Before,
  { db, now, recipient }: EmailContext,
): Promise<ReportedDate[]> {
  const rows = await datesNow(db, Object.keys(before).map(Number), recipient.id);
  const dates = Object.entries(before).flatMap(([key, was]) => {
    const id = Number(key);
    // A hidden date gets its own email.
    if (rows.get(id)?.isHidden) return [];
    const one = reportedDate(id, was, rows.get(id));
    return one && new Date(one.now?.endTime ?? was.endTime) > now ? [one] : [];
  });
  return dates.toSorted((one, other) => startOf(one) - startOf(other));
}

/** The calendar part that moves dates, and adds them for recipients who want confirmations. */
async function calendarOf(dates: ReportedDate[], context: EmailContext) {
  const { db, recipient } = context;
  const { confirmations } = await preferencesOf(db, recipient.id ?? '');
  const [first, ...others] = dates.flatMap(({ id, now: date, isOff }) => {
    const holds = date?.calendarRevision !== null || (confirmations && !isOff);
    return date && holds ? [calendarEntry(id, date, context, { isOff })] : [];
  });
  return first && ({ entries: [first, ...others] } satisfies CalendarPart);
}

const startOf = ({ was }: ReportedDate) => Date.parse(was.startTime);

function reportedDate(
  id: number,
  was: Before[string],
  now: DateNow | undefined,
): ReportedDate | undefined {
  const when = formatRange(was.startTime, was.endTime);
  if (!now || now.status === 'cancelled') {
    if (was.status === 'cancelled') return undefined;
    const words = `${formatMoment(was.startTime)} is cancelled`;
    return { id, was, now, isOff: true, words, detail: { label: 'Cancelled', value: when } };
  }
  if (!now.going) return undefined;
  const value = dateInWords(now, was);
  const words = `${formatMoment(now.startTime)}, ${shortenForText(now.location)}`;
  const date = { id, was, now, isOff: false, words };
  if (was.status === 'cancelled') return { ...date, detail: { label: 'On again', value } };
  const old = dateInWords(was, now);
  return value === old ? undefined : { ...date, detail: { label: 'Now', value, was: old } };
}

type DateAndVenue = Omit<EventOutline, 'startTime' | 'endTime'> &
  Record<'startTime' | 'endTime', string | Date>;

/** The date's time, with its title and venue if they differ from those of the series. */
const dateInWords = (date: DateAndVenue, other: DateAndVenue): string =>
  [
    ...(date.title === other.title ? [] : [date.title]),
    formatRange(date.startTime, date.endTime),
    ...(date.location === other.location ? [] : [date.location]),
  ].join(', ');
