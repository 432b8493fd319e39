import { z } from 'zod';
import { firstName } from '#contract/base/accounts.ts';
import { acceptChildWords, isPhone, notAPhone } from './form-words.ts';
import { readLinkCall } from './offers.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { maxChildren } from '#contract/platform/limits.ts';
import { Id, line, NumericId, UserId } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

/** The part of a household that comes to an event. */
export const Who = z.strictObject({
  /** Whether the caller comes. */
  self: z.boolean('Please say whether you are coming yourself'),
  /** Ids of the children who come. */
  household: z
    .array(NumericId, 'Please choose from your household')
    .max(maxChildren, 'Please choose from your household')
    .transform((ids) => [...new Set(ids)]),
});
export type Who = z.output<typeof Who>;

/** At least one person answers. */
export const WhoAnswers = Who.refine(
  ({ self, household }) => self || household.length > 0,
  'Please say who is coming',
);

/** A person who comes, as organisers read them. */
export const Person = z.strictObject({
  firstName: z.string(),
  /** The facts that organisers should know about a child. */
  note: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

/** A child of the caller at an event. */
export const ChildHere = z.strictObject({
  id: z.int(),
  firstName: z.string(),
  /** Whether the child comes or waits for a place; null for neither. */
  status: z.enum(['going', 'waiting']).nullable(),
  /** The first name of the other adult, if it was their answer. */
  answeredBy: z.string().nullable(),
});
export type ChildHere = z.infer<typeof ChildHere>;

export const Child = z.strictObject({
  id: z.int(),
  firstName: z.string(),
  note: z.string().nullable(),
  /** The other adult who answers for the child. */
  otherAdult: z
    .strictObject({ userId: z.string(), firstName: z.string(), removable: z.boolean() })
    .nullable(),
});
export type Child = z.infer<typeof Child>;

/** A line for organisers, who alone read it. */
export const OrganisersNote = line({ max: 140, tooLong: 'Please use at most 140 characters' })
  .transform((text) => text || null)
  .nullable();

/** A telephone number of the adult who brings a child; empty for none. */
export const Phone = line({ max: 40, tooLong: notAPhone })
  .refine((text) => text === '' || isPhone(text), notAPhone)
  .transform((text) => text || null)
  .nullable();

export const listHousehold = endpoint('GET /api/user/household', {
  summary: 'List the children you answer for',

  access: 'signed_in',
  response: z.array(Child),
});

/** A `conflict` for the seventh child. */
export const addChild = endpoint('POST /api/user/household', {
  summary: 'Add a child to your household',

  access: 'signed_in',
  rate: 'write',
  answers: [201],
  body: z.object({ firstName, note: OrganisersNote.optional() }),
  response: Child,
});

export const changeChild = endpoint('PATCH /api/user/household/:id', {
  summary: 'Change a child of your household',

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ firstName: firstName.optional(), note: OrganisersNote.optional() }),
  response: Child,
});

/** Another adult who answers for the child keeps it. The caller's answers for it are taken back. */
export const removeChild = endpoint('DELETE /api/user/household/:id', {
  summary: 'Remove a child from your household',

  access: 'signed_in',
  rate: 'write',
  params,
});

/** An adult asks another one to answer for a child. */
export const HouseholdInvitation = z.strictObject({
  /** The first name of the adult who made the link. */
  invitedBy: z.string().meta({ examples: ['Tom'] }),
  /** The child's first name; null for a visitor. */
  childFirstName: z
    .string()
    .nullable()
    .meta({ examples: ['Mali'] }),
});
export type HouseholdInvitation = z.infer<typeof HouseholdInvitation>;

/** The link's token: both calls take it in the body, so that no log has it. */
export const HouseholdLink = z.object({
  token: z.string('This link isn’t complete').min(1, 'This link isn’t complete').max(200),
});

/** A `conflict` for a link that was used. */
export const readHouseholdInvitation = endpoint('POST /api/household-invitations', {
  summary: 'Get an invitation by its link',

  ...readLinkCall,
  body: HouseholdLink,
  response: HouseholdInvitation,
});

/** The link works once, for a week. A `conflict` where two adults answer for the child. */
export const inviteAdult = endpoint('POST /api/user/household/:id/invitations', {
  summary: 'Invite another adult to a child',

  access: 'signed_in',
  rate: 'write',
  answers: [201],
  params,
  response: z.strictObject({ url: z.string() }),
});

/** A `conflict` for a link that was used, for a third adult, and for a household that is full. */
export const acceptChild = endpoint('POST /api/household-invitations/accept', {
  summary: 'Answer for a child with another adult',
  words: acceptChildWords,
  refuses: ['not_found'],

  formWithoutReferrer: true,
  access: 'signed_in',
  rate: 'write',
  body: HouseholdLink,
  response: Child,
});

/** The caller stops, or the adult who was there first removes the other. */
export const removeAdult = endpoint('DELETE /api/user/household/:id/adults/:userId', {
  summary: 'Remove an adult from a child',
  refuses: ['forbidden'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, userId: UserId }),
});
