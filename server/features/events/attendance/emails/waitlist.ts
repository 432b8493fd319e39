import { formatMoment } from '#contract/platform/dates.ts';
import {
  formatOfferEnd,
  waitlistSentence,
  ordinal,
  offerSentence,
} from '#contract/events/waitlist-words.ts';
import type { EmailMessage, EmailsOf, EmailContext } from '#platform/mail/email.ts';
import { own } from '#platform/mail/site-text.ts';
import { memberProfile } from '#features/community/membership/queries/membership.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import {
  calendarPart,
  emailFactsOf,
  eventButton,
  eventUrl,
  opensPage,
  plainNames,
  theirPage,
  shortenForText,
} from '#features/events/events/queries/email-facts.ts';
import { inWords } from '#contract/platform/counted.ts';
import { closesAt } from '../policy/offer-clock.ts';
import { attendeeKeyOf, waitlistEntryOf } from '../queries/state.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    waitlist_joined: { eventId: number } & ToGuest;
    place_offered: { eventId: number } & ToGuest;
    /** An offer expired unanswered; `offerExpiresAt` says when. */
    offer_lapsed: { eventId: number; offerExpiresAt: string } & ToGuest;
    /** An organiser has admitted them ahead of the order. */
    let_in: { eventId: number } & ToGuest;
    /** The waiting list has ended: free places now go to the first to RSVP. */
    last_places: { eventId: number } & ToGuest;
    /** To organisers: the last place is taken. */
    event_full: { groupId: number; eventId: number };
  }
}

type Kind =
  | 'waitlist_joined'
  | 'place_offered'
  | 'offer_lapsed'
  | 'let_in'
  | 'last_places'
  | 'event_full';

export const waitlistEmails: EmailsOf<Kind> = {
  waitlist_joined: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    writeNotice: async ({ eventId }, context) => {
      const { event } = await waitlistSituation(eventId, context);
      if (!event) return undefined;
      const { title } = plainNames(event.title, event.groupName);
      return {
        subject: own`Confirm your email: you’re waiting for a place at ${title}`,
        preheader: own`Then we can tell you as soon as there’s a place for you.`,
        paragraphs: [
          own`You’re on the waiting list for ${title}. Confirm your email and we’ll send you the details, and tell you as soon as there’s a place for you.`,
        ],
      };
    },
    write: async ({ eventId }, context) => {
      const { event, turn } = await waitlistSituation(eventId, context);
      if (!event || !turn || turn.offerExpiresAt) return undefined;
      return {
        subject: `${waitlistSentence(turn.position)}: ${event.title}`,
        preheader: 'We’ll email you as soon as there’s a place for you.',
        paragraphs: [
          `You’re waiting for ${placesInWords(event, turn.companions, 'a place')} at an event by ${event.groupName}, and you’re ${ordinal(turn.position)} on the list.`,
          'When a place comes free, it goes to the first people on the list who fit. We’ll email you when it’s your turn, and keep the place for you for a while. Night-time doesn’t count, so you don’t need to watch the page.',
        ],
        details: emailFactsOf(event),
        button: eventButton(eventId, context),
        closing: `If you can’t come any more, please leave the list on ${theirPage(context)}, so others can move up.`,
      };
    },
  },

  place_offered: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    notificationTopic: 'urgent',
    write: async ({ eventId }, context) => {
      const { event, turn } = await waitlistSituation(eventId, context);
      if (!event || !turn?.offerExpiresAt || turn.offerExpiresAt <= context.now) return undefined;
      const deadline = formatOfferEnd(turn.offerExpiresAt);
      const url = eventUrl(eventId, context);
      return {
        subject: `${offerSentence(turn.offerExpiresAt)}: ${event.title}`,
        preheader: 'Take it or pass it on in two taps. You don’t need to log in.',
        paragraphs: [
          `${event.groupName} has room for you! We’re keeping ${placesInWords(event, turn.companions, 'a place for you')} until ${deadline}.`,
          'Please tell us if you’re coming. If you can’t, pass it on, and the next person on the list gets it straight away.',
        ],
        details: [
          ...emailFactsOf(event),
          { label: 'Yours until', value: formatMoment(turn.offerExpiresAt) },
        ],
        button: {
          label: 'Take it or pass it on',
          key:
            context.recipient.guestId === null
              ? { opens: 'offer', eventId, userId: context.recipient.id ?? '', turn: turn.turn }
              : { opens: 'guest', guestId: context.recipient.guestId },
        },
        closing: `${opensPage} Please don’t forward this email: anyone with the button can answer for you. If we don’t hear from you in time, the place goes to the next person on the list.`,
        push: {
          body: `${formatMoment(event.startTime)}. Take your place or pass it on.`,
          until: turn.offerExpiresAt,
        },
        textMessage: `${offerSentence(turn.offerExpiresAt)}: ${shortenForText(event.title)}, ${formatMoment(event.startTime)}. Take it or pass it on: ${url}`,
      };
    },
  },

  offer_lapsed: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    notificationTopic: 'urgent',
    write: async ({ eventId, offerExpiresAt }, context) => {
      const { event, turn } = await waitlistSituation(eventId, context);
      if (!event || event.going || turn) return undefined;
      return {
        subject: `We couldn’t keep your place any longer: ${event.title}`,
        preheader: 'Would you still like to come? You can join the list again.',
        push: { body: 'You can join the waiting list again.', until: event.startTime },
        paragraphs: [
          `We kept a place for you until ${formatOfferEnd(offerExpiresAt)}, but didn’t hear from you. It has gone to the next person, and you’re no longer on the waiting list.`,
          `If you’d still like to come, open ${theirPage(context)}. You can join the list again, or take a place if there is one.`,
        ],
        details: emailFactsOf(event),
        button: eventButton(eventId, context),
      };
    },
  },

  let_in: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    notificationTopic: 'urgent',
    calendarEvents: ({ eventId }) => [eventId],
    write: async ({ eventId }, context) => {
      const { event } = await waitlistSituation(eventId, context);
      if (!event?.going) return undefined;
      return {
        subject: `You’re in: ${event.title}`,
        preheader: 'An organiser has given you a place.',
        push: {
          body: `${formatMoment(event.startTime)}. An organiser has given you a place.`,
          until: event.endTime,
        },
        paragraphs: [
          `An organiser of ${event.groupName} has moved you up from the waiting list. You now have ${placesInWords(event, event.companions ?? 0, 'a place')}, and there’s nothing more to do.`,
        ],
        details: emailFactsOf(event),
        button: eventButton(eventId, context),
        closing: `Can’t make it after all? Please cancel your RSVP on ${theirPage(context)}, so the next person on the list can come.`,
        calendar: await calendarPart(eventId, event, context),
      };
    },
  },

  last_places: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    notificationTopic: 'urgent',
    write: async ({ eventId }, context) => {
      const { event } = await waitlistSituation(eventId, context);
      if (!event || event.going) return undefined;
      const words = lastPlaces(event, theirPage(context));
      return {
        ...words,
        push: { body: words.preheader, until: closesAt(event) },
        details: emailFactsOf(event),
        button: eventButton(eventId, context),
      };
    },
  },

  event_full: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    debounce: true,
    topic: 'fullEvents',
    write: async ({ groupId, eventId }, context) => {
      const { db, now, recipient } = context;
      const event = await eventOutline(db, eventId, recipient);
      const isOn = event?.status === 'scheduled' && event.startTime > now;
      if (!isOn || event.capacity === null || event.placesTaken < event.capacity) return undefined;
      const member = await memberProfile(db, groupId, recipient.id ?? '');
      if (!member?.isOrganizer) return undefined;
      const places = event.capacity === 1 ? 'Its one place is' : `All ${event.capacity} places are`;
      return {
        subject: `Full: ${event.title}`,
        preheader: `${places} taken.`,
        paragraphs: [
          `${places} taken. People who come to the event’s page now can see that it’s full.`,
        ],
        details: emailFactsOf(event),
        push: {
          body: `${formatMoment(event.startTime)}. ${places} taken.`,
          until: event.startTime,
        },
        button: eventButton(eventId, context),
      };
    },
  },
};

type Outline = NonNullable<Awaited<ReturnType<typeof eventOutline>>>;

/** The event while RSVPs are open, and the recipient's position on the list. */
async function waitlistSituation(eventId: number, { db, now, recipient }: EmailContext) {
  const event = await eventOutline(db, eventId, recipient);
  const isOpen = event && event.status === 'scheduled' && closesAt(event) > now;
  return {
    event: isOpen ? event : undefined,
    turn: await waitlistEntryOf(db, eventId, attendeeKeyOf(recipient)),
  };
}

function lastPlaces(
  event: Outline,
  page: string,
): Pick<EmailMessage, 'subject' | 'preheader' | 'paragraphs'> {
  const left = event.capacity === null ? undefined : event.capacity - event.placesTaken;
  const until = formatOfferEnd(closesAt(event));
  const firstCome = `Until ${until}, any free place goes to the first person to take it.`;
  return left === 0
    ? {
        subject: `The waiting list has closed: ${event.title}`,
        preheader: 'If a place comes free now, the first person to take it gets it.',
        paragraphs: [
          `No place came free for you in time at this event by ${event.groupName}, and the waiting list has now closed. We’re no longer keeping places for anyone.`,
          `${firstCome} Have a look at ${page} if you’d like to try.`,
        ],
      }
    : {
        subject: `Last places: ${event.title}`,
        preheader: 'First come, first served.',
        paragraphs: [
          `${placesLeft(left)} at the event by ${event.groupName} that you were waiting for. We’re no longer keeping places for anyone.`,
          `${firstCome} If you’d like to come, please RSVP on ${page}.`,
        ],
      };
}

const placesLeft = (left: number | undefined) => {
  if (left === undefined) return 'There’s room for everyone';
  return left === 1 ? 'There’s one place left' : `There are ${left} places left`;
};

/** 'a place', 'a place for Sam', 'places for you and 2 guests'. */
function placesInWords({ self, children }: Outline, companions: number, alone: string): string {
  const names = [
    ...(self ? ['you'] : []),
    ...children,
    ...(companions > 0 ? [companions === 1 ? 'a guest' : `${companions} guests`] : []),
  ];
  if (names.length > 1 || companions > 1) return `places for ${inWords(names)}`;
  return self ? alone : `a place for ${inWords(names)}`;
}
