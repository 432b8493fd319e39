import { z } from 'zod';
import { firstName } from '#contract/base/accounts.ts';
import { Email } from '#contract/platform/email-address.ts';
import {
  confirmGuestWords,
  changedGuests,
  cancelGuestWords,
  forgotGuest,
  guestMessagesWords,
  acceptOfferWords,
  passOnOfferWords,
} from './form-words.ts';
import { Audience } from '#contract/community/audience.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, Instant } from '#contract/platform/values.ts';
import { calendarFields } from './calendar-text.ts';
import { pickFields, writtenFields } from './event-fields.ts';
import { GuestMessage } from './messages.ts';
import { GuestCount } from './rsvps.ts';

/** The secret of a link that was emailed to a guest; it replaces a session. */
const guestToken = z.string().max(500);
export const GuestLink = z.object({ token: guestToken });

/** Every address gets this sentence, whatever the site knows about it. */
export const checkYourEmail =
  'Check your email: press the button in it to book your place. If you asked within the last hour, use the email you have.';

/** A public demonstration sends no email, and its answer has the page behind the email's button. */
export const buttonOnDemo =
  'No email leaves this demonstration. Here is the button that it would have.';
export const askedOnDemo = 'This address has asked within the last hour. Please use another one.';

/** After a form that an email has yet to confirm. */
export const oneMoreStep = {
  done: ({ message }: { message: string }) => ({ title: 'One more step', description: message }),
  failed: 'Nothing was sent',
};

/** The answer is the same for every address; the email has its state. */
export const requestGuestRsvp = endpoint('POST /api/events/:id/guest-rsvps', {
  summary: 'Ask to come without an account',
  words: oneMoreStep,
  answers: [202],

  keepsPublicCache: true,
  access: 'anyone',
  rate: 'guest_rsvp',
  params: z.object({ id: Id }),
  body: z.object({ firstName, email: Email, guests: GuestCount.default(0) }),
  response: z.strictObject({
    status: z.literal('check_email'),
    message: z.string(),
    /** On a public demonstration alone: the page behind the email's button. */
    path: z.string().optional(),
  }),
});

/**
 * - `unconfirmed`: the button of the page has not been pressed, or a place on the list has ended
 * - `going`, `waiting`: the guest has a place, or a `position` on the waiting list
 * - `offered`: a place is kept until `offerExpiresAt`
 * - `cancelled`: the guest or an organiser has cancelled; `confirm` brings the place back until
 *   `returnUntil`
 * - `over`: the event was called off
 */
export const GuestState = z.enum([
  'unconfirmed',
  'going',
  'waiting',
  'offered',
  'cancelled',
  'over',
]);
export type GuestState = z.infer<typeof GuestState>;

export const GuestRsvp = z.strictObject({
  state: GuestState,
  guests: z.int(),
  position: z.int().optional(),
  offerExpiresAt: Instant.optional(),
  /** Until when a guest who has cancelled can come after all; then they are erased. */
  returnUntil: Instant.optional(),
  /** Whether the organisers' messages about this event are emailed to the guest. */
  messages: z.boolean(),
  event: z.strictObject({
    id: z.int(),
    title: z.string(),
    startTime: Instant,
    endTime: Instant,
    /** Present once the guest has confirmed, or if the place is public. */
    location: z.string().optional(),
    audience: Audience,
    ...pickFields(
      {
        ...writtenFields,
        cancelReason: z
          .string()
          .nullable()
          .meta({ examples: [null] }),
      },
      calendarFields,
    ),
    /** The link to take part online: from 24 hours before the start until the end. */
    onlineUrl: z.string().optional(),
    town: z.string().nullable(),
    imageUrl: z.string().nullable(),
    categoryId: z.int(),
    group: z.strictObject({ id: z.int(), name: z.string() }),
    guestsAllowed: z.int(),
    /** Null without a capacity. */
    placesLeft: z.int().nullable(),
    waitlistEnabled: z.boolean(),
    /** The organisers accept messages. */
    contactEnabled: z.boolean(),
  }),
});
export type GuestRsvp = z.infer<typeof GuestRsvp>;

const guestLinkCall = {
  access: 'anyone',
  rate: 'write',
  formWithoutReferrer: true,
  refuses: ['not_found'],
} as const;

/** A POST, so the link's token is in no logged address. */
export const readGuestRsvp = endpoint('POST /api/guest-rsvps/read', {
  summary: 'Get a guest RSVP by its link',
  ...guestLinkCall,
  keepsPublicCache: true,
  reads: true,
  body: GuestLink,
  response: GuestRsvp,
});

/**
 * Takes a place, or joins the waiting list; for a day after cancelling, too. A second call changes
 * nothing.
 */
export const confirmGuestRsvp = endpoint('POST /api/guest-rsvps/confirm', {
  summary: 'Confirm a guest RSVP by its link',
  words: confirmGuestWords,
  ...guestLinkCall,
  refuses: ['not_found', 'full', 'forbidden'],
  body: GuestLink.extend({ guests: GuestCount.optional() }),
  response: GuestRsvp,
});

export const changeGuestRsvp = endpoint('POST /api/guest-rsvps/change', {
  summary: 'Change the guests of a guest RSVP',
  words: { done: changedGuests, failed: 'Your guests were not changed' },
  ...guestLinkCall,
  refuses: ['not_found', 'full'],
  body: GuestLink.extend({ guests: GuestCount }),
  response: GuestRsvp,
});

export const acceptGuestOffer = endpoint('POST /api/guest-rsvps/accept', {
  summary: 'Accept a place offered to a guest',
  words: acceptOfferWords,
  ...guestLinkCall,
  body: GuestLink,
  response: GuestRsvp,
});

/** The next person on the waiting list gets an offer. */
export const passOnGuestOffer = endpoint('POST /api/guest-rsvps/pass-on', {
  summary: 'Decline a place offered to a guest',
  words: {
    done: { ...passOnOfferWords.done, title: 'You’ve passed your place on' },
    failed: passOnOfferWords.failed,
  },
  ...guestLinkCall,
  body: GuestLink,
  response: GuestRsvp,
});

/** Erases the guest's name and address a day later, or at once where nobody can come back. */
export const cancelGuestRsvp = endpoint('POST /api/guest-rsvps/cancel', {
  summary: 'Cancel a guest RSVP by its link',
  words: cancelGuestWords,
  ...guestLinkCall,
  body: GuestLink,
  response: GuestRsvp,
});

/**
 * Leads to the page of the guest whom this browser knows at the event, or to the event. Neither a
 * page nor its address has the link's token until then.
 */
export const openGuestPage = endpoint('GET /api/events/:id/guest-rsvps/page', {
  summary: 'Open the page of a known guest',
  access: 'anyone',
  params: z.object({ id: Id }),
});

/** Removes the guest's key from this browser. Their RSVP stays. */
export const forgetGuest = endpoint('POST /api/events/:id/guest-rsvps/forget', {
  summary: 'Forget a guest in this browser',
  words: { done: forgotGuest },
  access: 'anyone',
  rate: 'write',
  keepsPublicCache: true,
  params: z.object({ id: Id }),
});

export const changeGuestMessages = endpoint('POST /api/guest-rsvps/messages', {
  summary: "Turn a guest's event messages on or off",
  words: guestMessagesWords,
  ...guestLinkCall,
  keepsPublicCache: true,
  body: GuestLink.extend({ on: z.boolean() }),
  response: GuestRsvp,
});

/** Emails the organisers of the event's group. They see the guest's address only if it is shown. */
export const contactAsGuest = endpoint('POST /api/guest-rsvps/contact', {
  summary: 'Write to the organisers as a guest',
  words: {
    done: { title: 'Message sent', description: 'The organisers have your message.' },
    failed: 'Nothing was sent',
  },
  answers: [202],
  ...guestLinkCall,
  refuses: ['not_found', 'forbidden'],
  rate: 'guest_rsvp',
  keepsPublicCache: true,
  body: GuestLink.extend(GuestMessage.shape),
  response: z.strictObject({ recipients: z.int() }),
});

/** The sign-up form begins with it; only for a confirmed guest. */
export const guestAccount = endpoint('POST /api/guest-rsvps/account', {
  summary: "Get a guest's details for signing up",
  words: { done: { title: 'We’ve filled in your name and email address' } },
  fills: { form: 'POST /api/register', token: 'guestToken' },
  ...guestLinkCall,
  keepsPublicCache: true,
  reads: true,
  body: GuestLink,
  response: z.strictObject({ firstName: z.string(), email: z.string() }),
});
