import { formatMoment } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { formatOfferEnd, onTheList, ordinal, yoursUntil } from '#contract/events/waitlist-words.ts';
import type { EmailMessage, EmailsOf, EmailContext } from '#platform/mail/email.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import { calendarPart, emailFactsOf, short } from '#features/events/events/queries/email-facts.ts';
import { closesAt } from '../policy/offer-clock.ts';
import { waitlistEntryOf } from '../queries/state.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    waitlist_joined: { eventId: number };
    place_offered: { eventId: number };
    /** An offer lapsed unanswered; `offerExpiresAt` says when. */
    offer_lapsed: { eventId: number; offerExpiresAt: string };
    /** An organiser has let them in out of turn. */
    let_in: { eventId: number };
    /** The waiting list has ended: free places now go to the first to RSVP. */
    last_places: { eventId: number };
  }
}

type Kind = 'waitlist_joined' | 'place_offered' | 'offer_lapsed' | 'let_in' | 'last_places';

export const waitlistEmails: EmailsOf<Kind> = {
  waitlist_joined: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    write: async ({ eventId }, context) => {
      const { event, turn } = await standing(eventId, context);
      if (!event || !turn || turn.offerExpiresAt) return undefined;
      return {
        subject: `${onTheList(turn.position)}: ${event.title}`,
        preheader: 'We write to you as soon as a place is yours.',
        paragraphs: [
          `You wait for ${party(turn.guests, 'a place')} at an event of ${event.groupName}, and are ${ordinal(turn.position)} on the list.`,
          'When a place becomes free, it is offered to the first on the list whose party fits. We write to you when it is your turn and keep it for you for a while; the hours of the night don’t count, so you need not watch the page.',
        ],
        details: emailFactsOf(event),
        button: { label: 'See the event', url: eventUrl(eventId, context) },
        closing:
          'If you can’t come any more, please leave the list on the event’s page, so that others move up.',
      };
    },
  },

  place_offered: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    write: async ({ eventId }, context) => {
      const { event, turn, userId } = await standing(eventId, context);
      if (!event || !turn?.offerExpiresAt || turn.offerExpiresAt <= context.now) return undefined;
      const deadline = formatOfferEnd(turn.offerExpiresAt);
      const url = eventUrl(eventId, context);
      return {
        subject: `${yoursUntil(turn.offerExpiresAt)}: ${event.title}`,
        preheader: 'Take it or pass it on: two presses, and no need to log in.',
        paragraphs: [
          `${event.groupName} has room for you: we keep ${party(turn.guests, 'a place')} until ${deadline}.`,
          'Please tell us whether you come. If you can’t, pass it on, and the next on the list gets it at once.',
        ],
        details: [
          ...emailFactsOf(event),
          { label: 'Yours until', value: formatMoment(turn.offerExpiresAt) },
        ],
        button: {
          label: 'Take it or pass it on',
          key: { opens: 'offer', eventId, userId, turn: turn.turn },
        },
        closing:
          'The button opens a page where you decide; opening it changes nothing. Please don’t forward this email: whoever has the button can answer in your place. If we hear nothing by then, the place goes to the next on the list.',
        textMessage: `${yoursUntil(turn.offerExpiresAt)}: ${short(event.title)}, ${formatMoment(event.startTime)}. Take it or pass it on: ${url}`,
      };
    },
  },

  offer_lapsed: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    write: async ({ eventId, offerExpiresAt }, context) => {
      const { event, turn } = await standing(eventId, context);
      if (!event || event.going || turn) return undefined;
      return {
        subject: `Your offered place has gone on: ${event.title}`,
        preheader: 'Would you still like to come? You can join the list again.',
        paragraphs: [
          `We kept a place for you until ${formatOfferEnd(offerExpiresAt)} and heard nothing, so it went on to the next, and you are off the waiting list.`,
          'If you would still like to come, open the event’s page: you can join the list again there, or take a place if there is one.',
        ],
        details: emailFactsOf(event),
        button: { label: 'See the event', url: eventUrl(eventId, context) },
      };
    },
  },

  let_in: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    calendarEvents: ({ eventId }) => [eventId],
    write: async ({ eventId }, context) => {
      const { event, userId } = await standing(eventId, context);
      if (!event?.going) return undefined;
      return {
        subject: `You are in: ${event.title}`,
        preheader: 'An organiser has moved you up from the waiting list.',
        paragraphs: [
          `An organiser of ${event.groupName} has moved you up from the waiting list: ${party(event.guests ?? 0, 'a place')} ${event.guests ? 'are' : 'is'} yours, and there is nothing more to do.`,
        ],
        details: emailFactsOf(event),
        button: { label: 'See the event', url: eventUrl(eventId, context) },
        closing:
          'Can’t make it after all? Please cancel your RSVP on the event’s page, so that the next on the list moves up.',
        calendar: await calendarPart(context.db, eventId, userId, event),
      };
    },
  },

  last_places: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    write: async ({ eventId }, context) => {
      const { event } = await standing(eventId, context);
      if (!event || event.going) return undefined;
      return {
        ...lastPlaces(event),
        details: emailFactsOf(event),
        button: { label: 'See the event', url: eventUrl(eventId, context) },
      };
    },
  },
};

type Outline = NonNullable<Awaited<ReturnType<typeof eventOutline>>>;

/** The event while somebody can still say that they come, and the recipient's turn. */
async function standing(eventId: number, { db, now, recipient }: EmailContext) {
  const userId = recipient.id ?? '';
  const event = await eventOutline(db, eventId, userId);
  const isOpen = event && event.status === 'scheduled' && closesAt(event) > now;
  return {
    userId,
    event: isOpen ? event : undefined,
    turn: await waitlistEntryOf(db, eventId, userId),
  };
}

function lastPlaces(event: Outline): Pick<EmailMessage, 'subject' | 'preheader' | 'paragraphs'> {
  const left = event.capacity === null ? undefined : event.capacity - event.placesTaken;
  const until = formatOfferEnd(closesAt(event));
  const firstCome = `Until ${until}, a place that is free, or becomes free, goes to whoever takes it first.`;
  return left === 0
    ? {
        subject: `The waiting list has ended: ${event.title}`,
        preheader: 'A place that becomes free now goes to whoever comes first.',
        paragraphs: [
          `No place became free for you at this event of ${event.groupName} in time, and the waiting list has ended. No more places are kept for anybody.`,
          `${firstCome} Have a look at the event’s page if you would like to try.`,
        ],
      }
    : {
        subject: `Last places: ${event.title}`,
        preheader: 'Whoever comes first gets them.',
        paragraphs: [
          `${placesLeft(left)} at this event of ${event.groupName} that you were waiting for, and no more places are kept for anybody.`,
          `${firstCome} If you would like to come, please say so on the event’s page.`,
        ],
      };
}

const placesLeft = (left: number | undefined) => {
  if (left === undefined) return 'There is room for all';
  return left === 1 ? 'There is one place left' : `There are ${left} places left`;
};

/** 'a place', 'places for you and 2 guests'. */
function party(guests: number, alone: string): string {
  if (guests === 0) return alone;
  return `places for you and ${guests === 1 ? 'a guest' : `${guests} guests`}`;
}

const eventUrl = (id: number, { site }: EmailContext) => `${site.origin}${paths.event(id)}`;
