import { z } from 'zod';
import { publicProfile } from '#contract/base/accounts.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, Instant, paging } from '#contract/platform/values.ts';
import { answerLinkCall, LinkBody, LinkedEvent, readLinkCall } from './offers.ts';
import { ChildHere, OrganisersNote, Person, Phone, Who, WhoAnswers } from './household.ts';
import { GuestCount } from './rsvps.ts';

const params = z.object({ id: Id });

export const Answer = z.enum(['going', 'cant'], 'Please say whether you are coming');
export type Answer = z.infer<typeof Answer>;

/** A member’s status after an answer. */
export const AnswerStatus = z.enum(['going', 'waiting', 'offered', 'cant']);
export type AnswerStatus = z.infer<typeof AnswerStatus>;

/**
 * The people of the caller's RSVP besides guests; absent where the caller comes without children.
 */
export const ownPeople = { self: z.boolean().optional(), children: z.int().optional() };

/** A signed-in caller's own part of an event. */
export const ownAnswer = {
  /** Whether the caller comes; null if they haven't said. */
  answer: Answer.nullable().optional(),
  /** The caller's note to the organisers. */
  answerNote: z.string().nullable().optional(),
  /** The caller and those of their children who come or wait, whoever answered for them. */
  who: Who.optional(),
  /** The caller's children, for those who have any. */
  household: z.array(ChildHere).optional(),
  /** The telephone number that the caller gave with their children. */
  phone: z.string().optional(),
};

/**
 * `phone` is kept where a child comes, until the event is over. Organisers read it from a day before
 * the start.
 *
 * 'Can’t come' gives up a place or a turn on the waiting list: for the people in `who`, or without
 * it for everybody of the caller's RSVP.
 */
export const giveAnswer = endpoint('PUT /api/events/:id/answer', {
  summary: 'Say whether you are coming to an event',
  refuses: ['not_a_member', 'profile_incomplete', 'full'],

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({
    answer: Answer,
    note: OrganisersNote.optional(),
    guests: GuestCount.optional(),
    who: WhoAnswers.optional(),
    phone: Phone.optional(),
  }),
  response: z.strictObject({ answer: Answer, status: AnswerStatus }),
});

export const takeAnswerBack = endpoint('DELETE /api/events/:id/answer', {
  summary: 'Take back your answer to an event',
  refuses: ['not_a_member'],

  access: 'signed_in',
  rate: 'write',
  params,
});

/** The members of the group by what they have said; for those who look after the event. */
export const AnswerCounts = z.strictObject({
  going: z.int(),
  waiting: z.int(),
  cant: z.int(),
  none: z.int(),
});

export const MemberAnswer = z.strictObject({
  userId: z.string(),
  firstName: publicProfile.firstName,
  /** Null for a member who hasn't said. */
  answer: Answer.nullable(),
  note: z.string().nullable(),
  /** The people who come: the member, if they do, and their children. */
  who: z.array(Person),
  /** The adult's number, where children come: from a day before the start until the end. */
  phone: z.string().optional(),
  answeredAt: Instant.nullable(),
});
export type MemberAnswer = z.infer<typeof MemberAnswer>;

/** In the order of the group's list of members, for organisers and admins. */
export const listAnswers = endpoint('GET /api/events/:id/answers', {
  summary: 'List who has said what (organisers)',
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  query: z.object({
    state: z.enum(['going', 'cant', 'none'], 'Please choose going, cant or none').default('none'),
    ...paging,
  }),
  response: z.array(MemberAnswer),
});

/**
 * Emails the members who haven't said, at eight in the morning if it is night. A `conflict` within
 * a day of the last time.
 */
export const askMembers = endpoint('POST /api/events/:id/ask', {
  summary: 'Ask those who haven’t said (organisers)',
  refuses: ['forbidden'],

  access: 'signed_in',
  rate: 'write',
  answers: [202],
  params,
  response: z.strictObject({
    asked: z.int(),
    /** When the emails go out, if not now. */
    sendAt: Instant.optional(),
  }),
});

/** The subject of the link, and what its member has said so far. */
export const AskedEvent = z.strictObject({
  /** `over`: the event has begun or is cancelled, so that no answer is taken any more. */
  state: z.enum(['open', 'over']),
  answer: Answer.nullable(),
  who: Who,
  /** Whether the event is for under 18s. */
  forChildren: z.boolean(),
  household: z.array(ChildHere).optional(),
  event: LinkedEvent,
});
export type AskedEvent = z.infer<typeof AskedEvent>;

export const readAsk = endpoint('POST /api/asks', {
  summary: 'Get the event of an asking link',
  refuses: ['suspended', 'not_found'],

  ...readLinkCall,
  response: AskedEvent,
});

export const answerAsk = endpoint('POST /api/asks/answer', {
  summary: 'Say whether you are coming by link',
  words: { done: { title: 'Thank you for saying' }, failed: 'Your answer was not saved' },
  refuses: ['not_a_member', 'profile_incomplete', 'suspended', 'not_found', 'full'],

  ...answerLinkCall,
  body: LinkBody.extend({
    answer: Answer,
    who: WhoAnswers.optional(),
    phone: Phone.optional(),
  }),
  response: AskedEvent,
});
