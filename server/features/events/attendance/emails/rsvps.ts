import { formatMoment, formatRange } from '#contract/platform/dates.ts';
import { guestReturnHours } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Detail, EmailMessage, EmailsOf, EmailContext, Notice } from '#platform/mail/email.ts';
import { own, type SiteText } from '#platform/mail/site-text.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import {
  calendarEntry,
  emailFactsOf,
  eventButton,
  eventUrl,
  plainNames,
  theirPage,
  withoutTexts,
} from '#features/events/events/queries/email-facts.ts';
import { inWords } from '#contract/platform/counted.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** Several events, if one RSVP was for several. */
    rsvp_confirmed: { eventIds: number[] } & ToGuest;
    /** Events that were added to their calendar, and in which revision. */
    rsvp_withdrawn: { entries: { eventId: number; calendarRevision: number }[] } & ToGuest;
  }
}

type Kind = 'rsvp_confirmed' | 'rsvp_withdrawn';

export const rsvpEmails: EmailsOf<Kind> = {
  rsvp_confirmed: {
    throttleKey: ({ eventIds }) => eventIds.map((eventId) => `event:${eventId}`).join(' '),
    topic: 'confirmations',
    calendarEvents: ({ eventIds }) => eventIds,
    writeNotice: async ({ eventIds }, context) => {
      const [first, ...others] = await unconfirmedEvents(eventIds, context);
      return first && noticeOf(first, others.length);
    },
    write: async ({ eventIds }, context) => {
      const [first, ...others] = await unconfirmedEvents(eventIds, context);
      if (!first) return undefined;
      return {
        ...(others.length === 0
          ? confirmationOfOne(first, context)
          : confirmationOfSeveral([first, ...others], context)),
        calendar: calendarOf([first, ...others], context, { isOff: false }),
      };
    },
  },

  rsvp_withdrawn: {
    throttleKey: ({ entries }) => entries.map(({ eventId }) => `event:${eventId}`).join(' '),
    debounce: true,
    topic: 'confirmations',
    write: async ({ entries }, context) => {
      const outlines = await Promise.all(
        entries.map(({ eventId }) => cancelledRsvpEvent(eventId, context)),
      );
      const [first, ...others] = outlines.filter((each) => each !== undefined);
      if (!first) return undefined;
      return {
        ...(others.length === 0
          ? withdrawalFromOne(first, context)
          : withdrawalFromSeveral([first, ...others], context)),
        calendar: calendarOf([first, ...others], context, { isOff: true, takesPlace: true }),
      };
    },
  },
};

const calendarOf = (
  [first, ...others]: [CancelledRsvpEvent, ...CancelledRsvpEvent[]],
  context: EmailContext,
  options: { isOff: boolean; takesPlace?: boolean },
): CalendarPart => ({
  entries: [
    calendarEntry(first.id, first, context, options),
    ...others.map((event) => calendarEntry(event.id, event, context, options)),
  ],
});

async function unconfirmedEvents(ids: number[], context: EmailContext): Promise<AttendedEvent[]> {
  const events = await Promise.all(ids.map((id) => unconfirmedEvent(id, context)));
  return events.filter((each) => each !== undefined);
}

/** An event that the recipient attends and does not have in their calendar yet. */
async function unconfirmedEvent(
  id: number,
  { db, now, recipient, forDevices = false }: EmailContext,
) {
  const event = await eventOutline(db, id, recipient);
  const isOn = event?.going && event.status === 'scheduled' && event.endTime > now;
  return isOn && (forDevices || event.calendarRevision === null) ? { ...event, id } : undefined;
}

type AttendedEvent = NonNullable<Awaited<ReturnType<typeof unconfirmedEvent>>>;

/** An upcoming event that the recipient does not attend. */
async function cancelledRsvpEvent(id: number, { db, now, recipient }: EmailContext) {
  const event = await eventOutline(db, id, recipient);
  if (!event || event.going || event.endTime <= now) return undefined;
  // The email about a hidden event has none of its text, which its author may have changed
  // meanwhile.
  return event.isHidden
    ? { ...withoutTexts(event), title: 'Event under review', location: '', id }
    : { ...event, id };
}

type CancelledRsvpEvent = NonNullable<Awaited<ReturnType<typeof cancelledRsvpEvent>>>;

const checkForPlace = 'Changed your mind? Check the event’s page to see if there’s still a place.';

const withdrawalFromOne = (event: CancelledRsvpEvent, context: EmailContext): EmailMessage => ({
  subject: `You’re no longer going: ${event.title}`,
  preheader: 'This email takes it out of your calendar.',
  push: { body: formatMoment(event.startTime), until: event.endTime },
  paragraphs: [
    `You’re no longer going to this event by ${event.groupName}. This email takes it out of your calendar.`,
  ],
  details: emailFactsOf(event),
  ...waysBack(event.id, context),
});

/** The page of a guest who has cancelled brings their place back for a day. */
const waysBack = (
  eventId: number,
  { site, recipient: { guestId } }: EmailContext,
): Pick<EmailMessage, 'button' | 'closing'> =>
  guestId === null
    ? {
        button: { label: 'See the event', url: eventUrl(eventId, { site }) },
        closing: checkForPlace,
      }
    : {
        button: { label: 'Come after all', key: { opens: 'guest', guestId } },
        closing: `Changed your mind? For ${guestReturnHours} hours after cancelling, the button brings your place back if there’s still room.`,
      };

const withdrawalFromSeveral = (
  events: [CancelledRsvpEvent, ...CancelledRsvpEvent[]],
  context: EmailContext,
): EmailMessage => ({
  subject: `You’re no longer going to ${events.length} events: ${events[0].title}`,
  preheader: 'This email takes them out of your calendar.',
  push: { body: events.map(({ startTime }) => formatMoment(startTime)).join(', ') },
  paragraphs: [
    `You’re no longer going to these events by ${events[0].groupName}. This email takes them out of your calendar. If they’re still there, open the attached file.`,
  ],
  details: listOf(events),
  button: { label: 'See the first event', url: eventUrl(events[0].id, context) },
  closing: checkForPlace,
});

const listOf = (events: Pick<CancelledRsvpEvent, 'title' | 'location' | 'startTime'>[]): Detail[] =>
  events.map(({ title, location, startTime }) => ({
    label: formatMoment(startTime),
    value: `${title}, ${location}`,
  }));

const comesToCalendar =
  'The attached invitation updates if the event changes. If it isn’t in your calendar yet, open the attached file.';

const cancelOnTheirPage = (context: EmailContext) =>
  `Can’t make it after all? Please cancel your RSVP on ${theirPage(context)}, so the hosts know. They don’t see replies from your calendar.`;

const confirmationOfOne = (event: AttendedEvent, context: EmailContext): EmailMessage => ({
  subject: `${attendeePhrase(event)}: ${event.title}`,
  preheader: `${formatRange(event.startTime, event.endTime)}, ${event.location}`,
  push: { body: formatMoment(event.startTime), until: event.endTime },
  paragraphs: [
    `${event.groupName} is looking forward to seeing ${partyInWords(event)}.`,
    comesToCalendar,
  ],
  details: emailFactsOf(event),
  button: eventButton(event.id, context),
  closing: cancelOnTheirPage(context),
});

const confirmationOfSeveral = (
  events: [AttendedEvent, ...AttendedEvent[]],
  context: EmailContext,
): EmailMessage => ({
  subject: `You’re going to ${events.length} events: ${events[0].title}`,
  preheader: events.map(({ startTime }) => formatMoment(startTime)).join(', '),
  push: { body: events.map(({ startTime }) => formatMoment(startTime)).join(', ') },
  paragraphs: [
    `${events[0].groupName} is looking forward to seeing ${partyInWords(events[0])}.`,
    'The attached invitations update if an event changes. If they aren’t in your calendar yet, open the attached file.',
  ],
  details: listOf(events),
  button: { label: 'See your events', url: `${context.site.origin}${paths.myEvents}` },
  closing: cancelOnTheirPage(context),
});

function noticeOf(event: AttendedEvent, otherEvents: number): Notice {
  const { title } = plainNames(event.title, event.groupName);
  const what = otherEvents === 0 ? title : own`${title} and ${otherEvents} more`;
  const said = own`said ${partyPhrase(event)} coming to ${what}`;
  return {
    subject: own`Confirm your email: you ${said}`,
    preheader: own`Then we’ll send you the details.`,
    paragraphs: [own`You ${said}. Confirm your email and we’ll send you the details.`],
  };
}

/** An email that may reach a stranger has no name of a child. */
const partyPhrase = ({ self, children }: AttendedEvent): SiteText => {
  if (self) return own`you’re`;
  return children.length === 1 ? own`your child is` : own`your children are`;
};

/** 'you, Sam and your 2 guests' */
const partyInWords = ({ self, children, companions }: AttendedEvent): string =>
  inWords([
    ...(self ? ['you'] : []),
    ...children,
    ...(companions ? [companions === 1 ? 'your guest' : `your ${companions} guests`] : []),
  ]);

/** No name of a child is in a subject, which a locked phone shows. */
const attendeePhrase = ({ self, children }: AttendedEvent): string => {
  if (self) return 'You’re going';
  return children.length === 1 ? 'Your child is going' : 'Your children are going';
};
