import { z } from 'zod';
import { publicProfile } from '#contract/base/accounts.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, Instant, line, paging } from '#contract/platform/values.ts';
import { Guests } from './rsvps.ts';

const params = z.object({ id: Id });

export const Answer = z.enum(['going', 'cant'], 'Please say whether you are coming');
export type Answer = z.infer<typeof Answer>;

/** A line to the organisers, who alone read it. */
const AnswerNote = line({ max: 140, tooLong: 'Please use at most 140 characters' })
  .transform((text) => text || null)
  .nullable();

/** 'Can’t come' gives up a place or a turn on the waiting list. */
export const giveAnswer = endpoint('PUT /api/events/:id/answer', {
  summary: 'Say whether you are coming to an event',
  refuses: ['not_a_member', 'profile_incomplete', 'full'],

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ answer: Answer, note: AnswerNote.optional(), guests: Guests.optional() }),
  response: z.strictObject({ answer: Answer, status: Answer }),
});

export const takeAnswerBack = endpoint('DELETE /api/events/:id/answer', {
  summary: 'Take back your answer to an event',
  refuses: ['not_a_member'],

  access: 'signed_in',
  rate: 'write',
  params,
});

/** The members of the group by what they have said. */
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
