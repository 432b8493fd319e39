import { z } from 'zod';
import { leftWaitlist } from './form-words.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { ownPeople } from './answers.ts';
import { Phone, WhoAnswers } from './household.ts';
import { GuestCount } from './rsvps.ts';
import { Id, Instant, paging, UserId } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

export const WaitlistStatus = z.enum(['waiting', 'offered']);
export type WaitlistStatus = z.infer<typeof WaitlistStatus>;

/** A waiting list entry, with or without an offer, and its number of guests. */
export const WaitlistEntry = z.strictObject({
  kind: z.enum(['member', 'guest']),
  /** The user id of a member; a number for a guest without an account, who has no `userId`. */
  id: z.union([z.string(), z.int()]),
  userId: z.string().nullable(),
  firstName: publicProfile.firstName,
  profileImageUrl: publicProfile.profileImageUrl,
  guests: z.int(),
  /** With a member who brings children. */
  ...ownPeople,
  status: WaitlistStatus,
  /** From 1, in order of arrival. */
  position: z.int(),
  offerExpiresAt: Instant.nullable(),
  createdAt: Instant,
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;

export const listWaitlist = endpoint('GET /api/events/:id/waitlist', {
  summary: 'List the waiting list in order',
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  query: z.object(paging),
  response: z.array(WaitlistEntry),
});

/** Joins the waiting list; repeated with other people, it keeps the position. */
export const joinWaitlist = endpoint('PUT /api/events/:id/waitlist', {
  summary: 'Join the waiting list',
  words: { done: { title: 'You are on the waiting list' } },
  answers: [200, 201],
  refuses: ['not_a_member', 'profile_incomplete', 'full'],

  access: 'signed_in',
  rate: 'write',
  params,
  body: z
    .object({
      guests: GuestCount.optional(),
      who: WhoAnswers.optional(),
      phone: Phone.optional(),
    })
    .default({}),
  response: z.strictObject({ status: WaitlistStatus, position: z.int(), guests: z.int() }),
});

/** Leaves the list, or passes an offered place on. */
export const leaveWaitlist = endpoint('DELETE /api/events/:id/waitlist', {
  summary: 'Leave the waiting list',
  words: { done: leftWaitlist },

  access: 'signed_in',
  rate: 'write',
  params,
});

/**
 * Admits a person ahead of the order, if there is room for them. A guest without an account goes by
 * the number of their entry.
 */
export const admitFromWaitlist = endpoint('POST /api/events/:id/waitlist/:userId', {
  summary: 'Admit somebody from the waiting list',
  answers: [200, 201],
  refuses: ['full'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, userId: UserId }),
  response: z.strictObject({ status: z.literal('going') }),
});
