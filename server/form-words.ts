import { z } from 'zod';
import type { FormWords } from './platform/http/form-posts.ts';

type Words = ReturnType<FormWords['done']>;

const Membership = z.object({ status: z.string() });
const Group = z.object({ status: z.string() });
const SecondStep = z.object({ secondStep: z.literal(true) });
const Held = z.object({ held: z.boolean() });
const Complaint = z.object({ number: z.string() });
const Report = z.object({ reference: z.string() });
const Requested = z.object({ message: z.string() });
const Guest = z.object({ state: z.string(), guests: z.int(), messages: z.boolean() });

/**
 * The messages that scripted pages show for the same calls, if any (docs/behaviour/screens.md,
 * Words).
 */
const done: Record<string, Words | ((answer: unknown) => Words)> = {
  'POST /api/login': (answer) =>
    SecondStep.safeParse(answer).success
      ? { title: 'One more step', description: 'Your password is right. Now enter your code.' }
      : { title: 'Welcome back!' },
  'POST /api/login/code': { title: 'Welcome back!' },
  'POST /api/register': { title: 'Your account is ready' },
  'POST /api/demo-sign-in': { title: 'Welcome! Have a look around' },
  'POST /api/setup': { title: 'You are the admin of this site' },
  'POST /api/events/:id/rsvps': {
    title: 'Success!',
    description: "You've successfully RSVPed to this event",
  },
  'DELETE /api/events/:id/rsvps': { title: 'Success!', description: "You've canceled your RSVP" },
  'PUT /api/events/:id/waitlist': { title: 'You are on the waiting list' },
  'DELETE /api/events/:id/waitlist': { title: "You've left the waiting list" },
  'POST /api/asks/answer': { title: 'Thank you for saying' },
  'POST /api/household-invitations/accept': { title: 'You answer for the child together now' },
  'POST /api/offers/accept': { title: 'Your place is confirmed' },
  'POST /api/offers/pass-on': {
    title: "You've passed your place on",
    description: 'The next person on the list is asked. Thank you for telling us.',
  },
  'POST /api/events/:id/guest-rsvps': (answer) => ({
    title: 'One more step',
    description: Requested.parse(answer).message,
  }),
  'POST /api/guest-rsvps/confirm': (answer) =>
    Guest.parse(answer).state === 'waiting'
      ? { title: 'You’re on the waiting list' }
      : { title: 'Your place is confirmed' },
  'POST /api/guest-rsvps/change': (answer) => ({
    title: 'RSVP updated',
    description: bringing(Guest.parse(answer).guests),
  }),
  'POST /api/guest-rsvps/accept': { title: 'Your place is confirmed' },
  'POST /api/guest-rsvps/pass-on': {
    title: 'You’ve passed your place on',
    description: 'The next person on the list is asked. Thank you for telling us.',
  },
  'POST /api/guest-rsvps/cancel': {
    title: 'Cancelled',
    description: 'We’ve deleted your name and email address.',
  },
  'POST /api/guest-rsvps/messages': (answer) => ({
    title: Guest.parse(answer).messages ? 'Messages are on' : 'Messages are off',
  }),
  'POST /api/guest-rsvps/contact': {
    title: 'Message sent',
    description: 'The organisers have your message.',
  },
  'POST /api/events': { title: 'Your event has been created successfully' },
  'POST /api/groups': (answer) => ({
    title:
      Group.safeParse(answer).data?.status === 'approved'
        ? 'Your group has been published!'
        : 'Your group has been submitted for admin approval',
  }),
  'DELETE /api/user/suppression': {
    title: "We'll try again",
    description: 'Our next email goes to your address.',
  },
  'DELETE /api/admin/suppressions/:id': { title: 'Emails go to this address again' },
  'POST /api/groups/:id/members': (answer) => ({
    title: 'Success!',
    description:
      Membership.safeParse(answer).data?.status === 'pending'
        ? 'Your request to join has been sent. An organiser will look at it.'
        : "You've joined the group! Welcome.",
  }),
  'DELETE /api/groups/:id/members': { title: 'Success!', description: "You've left the group" },
  'POST /api/events/:id/comments': (answer) =>
    Held.safeParse(answer).success
      ? {
          title: 'Waiting for review',
          description: 'An admin will look at it first.',
        }
      : { title: 'Comment posted' },
  'PATCH /api/groups/:id/membership': { title: 'Saved' },
  'PATCH /api/user/mail-preferences': { title: 'Your choices have been saved' },
  'POST /api/groups/:id/contact': (answer) =>
    Held.safeParse(answer).data?.held
      ? {
          title: 'Waiting for review',
          description: 'An admin will look at it first, then it goes to the organisers.',
        }
      : { title: 'Message sent', description: 'The organisers will reply by email.' },
  'POST /api/complete-profile': { title: 'Profile completed!' },
  'POST /api/complaints': (answer) => ({
    title: 'Complaint sent',
    description: `Its number is ${Complaint.parse(answer).number}. We have sent you an email about it.`,
  }),
  'POST /api/reports': (answer) => ({
    title: 'Report sent',
    description: `Its number is ${Report.parse(answer).reference}. Thank you for telling us.`,
  }),
  'POST /api/forgot-password': {
    title: 'Check your email',
    description: 'If there is an account with this address, we have sent it a link.',
  },
  'POST /api/reset-password': (answer) => ({
    title: 'Your password has been changed',
    description: SecondStep.safeParse(answer).success
      ? "You've been signed out everywhere. Enter your code to sign in here."
      : "You're signed in here and signed out everywhere else.",
  }),
  'POST /api/confirm-email': { title: 'Your email address is confirmed' },
  'POST /api/confirm-email/resend': {
    title: 'A link is on its way',
    description: "Check your inbox, and your spam folder if it doesn't arrive.",
  },
};

const bringing = (guests: number) =>
  `You bring ${guests === 0 ? 'no guests' : guests === 1 ? '1 guest' : `${guests} guests`}`;

const failed: Record<string, string> = {
  'POST /api/login': 'Login failed',
  'POST /api/login/code': 'Login failed',
  'POST /api/forgot-password': "The email wasn't sent",
  'POST /api/reset-password': "Your password wasn't changed",
  'POST /api/confirm-email': "Your email address wasn't confirmed",
  'POST /api/confirm-email/resend': "The email wasn't sent",
  'POST /api/register': 'Registration failed',
  'POST /api/setup': 'The account was not created',
  'POST /api/events/:id/rsvps': 'RSVP failed',
  'DELETE /api/events/:id/rsvps': 'Failed to cancel RSVP',
  'POST /api/asks/answer': 'Your answer was not saved',
  'POST /api/household-invitations/accept': 'Not accepted',
  'POST /api/offers/accept': 'Your place could not be confirmed',
  'POST /api/offers/pass-on': 'Your place could not be passed on',
  'POST /api/events/:id/guest-rsvps': 'Nothing was sent',
  'POST /api/guest-rsvps/confirm': 'Your place could not be confirmed',
  'POST /api/guest-rsvps/change': 'Your guests were not changed',
  'POST /api/guest-rsvps/accept': 'Your place could not be confirmed',
  'POST /api/guest-rsvps/pass-on': 'Your place could not be passed on',
  'POST /api/guest-rsvps/cancel': 'Your place is not cancelled',
  'POST /api/guest-rsvps/messages': 'Your choice was not saved',
  'POST /api/guest-rsvps/contact': 'Nothing was sent',
  'POST /api/events': 'Your event was not created',
  'POST /api/groups': 'Your group was not created',
  'POST /api/groups/:id/contact': 'Nothing was sent',
  'PATCH /api/user/mail-preferences': 'Your choices could not be saved',
  'POST /api/complete-profile': 'Please try again',
  'POST /api/complaints': "Your complaint wasn't sent",
  'POST /api/reports': 'Nothing was sent',
};

export const formWords: FormWords = {
  done: (key, answer) => {
    const words = done[key] ?? { title: 'Done' };
    return typeof words === 'function' ? words(answer) : words;
  },
  failed: (key) => failed[key] ?? 'Error',
};
