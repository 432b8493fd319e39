import { dailyEmails } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import type { EmailContext, EmailMessage, EmailPayloads, EmailsOf } from '#platform/mail/email.ts';
import { own, ownRange, type SiteText } from '#platform/mail/site-text.ts';
import { memberProfile } from '#features/community/membership/queries/membership.ts';
import { placesLeft, placesOf } from '#features/events/attendance/policy/places.ts';
import { guestRequestRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { noWaitlistRefusal } from '#features/events/attendance/policy/waitlist.ts';
import type { RsvpStatus } from '#features/events/attendance/tables.ts';
import {
  emailFactsOf,
  eventButton,
  opensPage,
  plainNames,
} from '#features/events/events/queries/email-facts.ts';
import { eventFacts, eventOutline } from '#features/events/events/queries/event.ts';
import { addressRefusal } from './policy.ts';
import { guestById } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** The link by which a guest without an account comes, or finds their RSVP again. */
    guest_requested: { eventId: number } & ToGuest;
    /** An organiser has removed the guest, who is erased by now. */
    guest_removed: { eventId: number; title: string; groupName: string };
    /** The event's group is now for under 18s. */
    guest_event_closed: { eventId: number } & ToGuest;
    /** With `replyTo` only if the guest shows the organisers their address. */
    guest_contact: {
      groupId: number;
      eventId: number;
      title: string;
      firstName: string;
      subject: string;
      text: string;
      replyTo: string | null;
      /** Set for a question of somebody who has no place at the event. */
      questionId?: string;
    };
  }
}

type Kind = 'guest_requested' | 'guest_removed' | 'guest_event_closed' | 'guest_contact';

export const guestEmails: EmailsOf<Kind> = {
  guest_requested: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    urgent: true,
    requestedByRecipient: true,
    mostADay: dailyEmails.guestLinks,
    // The form takes any address: only this email has its state, and only for its reader.
    writeInOwnWords: async ({ eventId }, context) => {
      const { db, now, recipient } = context;
      const guest = recipient.guestId === null ? undefined : await guestById(db, recipient.guestId);
      const facts = await eventFacts(db, null, eventId);
      const event = await eventOutline(db, eventId, recipient);
      if (!guest || !facts || !event || addressRefusal(guest) || guest.isUnwanted) return undefined;
      if (guest.status === 'unconfirmed' && guestRequestRefusal(facts, now)) return undefined;
      const left = placesLeft(facts);
      const fits = left === null || left >= placesOf(guest);
      const text = textFor(guest.status, fits, noWaitlistRefusal(facts, now) === null);
      const when = ownRange(event.startTime, event.endTime);
      const { title, group } = plainNames(event.title, event.groupName);
      return {
        subject: own`${text.subject}: ${title}`,
        preheader: when,
        paragraphs: [own`${text.first} It’s an event by ${group}.`],
        details: [{ label: own`When`, value: when }],
        button: { label: text.button, key: { opens: 'guest', guestId: guest.id } },
        closing: own`${text.closing} Please don’t forward this email: anyone with the button can answer for you. If you didn’t ask to come, ignore this email, and nothing happens.`,
        ...(guest.emailHash !== null && {
          endedBy: { topic: 'guestLinks', emailHash: guest.emailHash },
        }),
      };
    },
  },

  guest_removed: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    writeInOwnWords: (payload) => {
      const { title, group } = plainNames(payload.title, payload.groupName);
      return {
        subject: own`You’re no longer on the list: ${title}`,
        preheader: own`An organiser has taken you off the list.`,
        paragraphs: [
          own`An organiser of ${group} has taken you off the list for ${title}. If it’s in your calendar, please delete it there.`,
          own`We have deleted your name and email address.`,
        ],
      };
    },
  },

  guest_event_closed: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    write: async ({ eventId }, context) => {
      const event = await eventOutline(context.db, eventId, context.recipient);
      if (!event || event.status === 'cancelled' || event.endTime <= context.now) return undefined;
      return {
        subject: `For under 18s now: ${event.title}`,
        preheader: 'Please check whether you can still come.',
        paragraphs: [
          `${event.groupName} is now a group for under 18s, and new people need an account to come to its events.`,
          'You’re still on the list. If you’re not coming any more, please cancel, so others can come.',
        ],
        details: emailFactsOf(event),
        button: eventButton(eventId, context),
      };
    },
  },

  guest_contact: {
    // Two visitors' questions may have one subject, and neither replaces the other.
    throttleKey: ({ eventId, subject, questionId }) =>
      `contact:${eventId}:${questionId ?? subject}`,
    write: toOrganiser,
  },
};

interface Text {
  subject: SiteText;
  first: SiteText;
  button: SiteText;
  closing: SiteText;
}

function textFor(status: RsvpStatus, fits: boolean, hasList: boolean): Text {
  if (status === 'going') {
    return {
      subject: own`You’re already going`,
      first: own`You’re on the list already.`,
      button: own`See or change your RSVP`,
      closing: own`The button opens the page where you can change or cancel it.`,
    };
  }
  if (status === 'waiting' || status === 'offered') {
    return {
      subject: own`You’re on the waiting list already`,
      first: own`You’re on the waiting list already. We’ll email you when there’s a place for you.`,
      button: own`See your place on the list`,
      closing: own`The button opens the page where you can change or cancel it.`,
    };
  }
  if (fits) {
    return {
      subject: own`Confirm that you’re coming`,
      first: own`Press the button and your place is yours. Until then we keep none for you.`,
      button: own`Confirm that I’m coming`,
      closing: own`${opensPage} The link works for 24 hours.`,
    };
  }
  return hasList
    ? {
        subject: own`It’s full: join the waiting list`,
        first: own`The event is full right now. Press the button to join the waiting list.`,
        button: own`Join the waiting list`,
        closing: own`${opensPage} The link works for 24 hours.`,
      }
    : {
        subject: own`It’s full`,
        first: own`The event is full right now, and it has no waiting list. If somebody cancels within a day, the button gets you their place.`,
        button: own`See if there’s a place`,
        closing: own`${opensPage} The link works for 24 hours.`,
      };
}

async function toOrganiser(
  payload: EmailPayloads['guest_contact'],
  { db, site, recipient }: EmailContext,
): Promise<EmailMessage | undefined> {
  const member =
    recipient.id === null ? undefined : await memberProfile(db, payload.groupId, recipient.id);
  if (!member?.isOrganizer) return undefined;
  const { firstName, title, replyTo, subject, text, eventId, questionId } = payload;
  return {
    subject,
    from: firstName,
    preheader: `${firstName} asks about ${title}.`,
    paragraphs: [`${firstName}, who has no account, has written to the organisers of ${title}:`],
    quote: text,
    button: { label: 'See the event', url: `${site.origin}${paths.event(eventId)}` },
    ...(replyTo === null
      ? {
          closing: questionId
            ? `${firstName} gave no address for an answer.`
            : `${firstName} gave no address for an answer. You can write to everybody who comes from the event’s page.`,
        }
      : {
          replyTo,
          closing: `Reply to this email to write back to ${firstName}. Nobody else gets your reply.`,
        }),
  };
}
