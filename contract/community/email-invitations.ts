import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id } from '#contract/platform/values.ts';

/** The most addresses of one list, and the addresses that are written to at once. */
export const maxInvited = 500;
/** The most lines of a list, whatever they hold, the most @ in them, and the most characters. */
export const maxLines = 50_000;
export const maxAts = 100_000;
const longestList = 5_000_000;
export const maxInvitedAtOnce = 50;
/** The most addresses that a group's organisers put on its list within 24 hours. */
export const maxInvitedPerDay = 1000;

const params = z.object({ id: Id });

/** The outcome of a group's invitations by email. Addresses are in no answer. */
export const EmailInvitations = z.strictObject({
  /** Addresses whose turn has come, also those that get none: it tells nothing about anybody. */
  sent: z.int(),
  joined: z.int(),
  /** People who asked for no invitations. */
  refused: z.int(),
  undeliverable: z.int(),
  /** Too many could not be delivered; an admin can let the rest go. */
  stopped: z.boolean(),
});
export type EmailInvitations = z.infer<typeof EmailInvitations>;

/** For organisers. */
export const getEmailInvitations = endpoint('GET /api/groups/:id/email-invitations', {
  summary: "Count a group's invitations by email",
  refuses: ['forbidden', 'not_found'],

  access: 'signed_in',
  params,
  response: EmailInvitations,
});

const noList = 'Please choose a list of addresses';
const tooLong = `A list has at most ${longestList.toLocaleString('en-GB')} characters`;

/** A line of a list, from 1, and why it is here. */
const LineNotes = z.array(z.strictObject({ line: z.int(), reason: z.string() }));

/** Invites people once each, in batches. Their addresses are deleted after 30 days. */
export const inviteByEmail = endpoint('POST /api/groups/:id/email-invitations', {
  summary: 'Invite people to a group by email',
  answers: [202],
  refuses: ['forbidden', 'not_found', 'conflict'],

  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'list',
  params,
  body: z
    .object({
      csv: z.string(noList).max(longestList, tooLong).optional(),
      emails: z
        .array(z.string(noList).max(300), noList)
        .max(maxInvited, `A list has at most ${maxInvited} addresses`)
        .optional(),
      consent: z.literal(true, 'Please confirm that these people asked to hear from you'),
    })
    .refine(({ csv, emails }) => (csv === undefined) !== (emails === undefined), {
      path: ['emails'],
      error: noList,
    }),
  response: z.strictObject({
    accepted: z.int(),
    /** The lines with an address that can't be, or is there already, or with none. */
    refused: LineNotes,
    /** The lines that are empty or a heading, and what was left out of others. */
    skipped: LineNotes,
  }),
});

/** Lets the rest of a stopped list go, for admins. */
export const resumeEmailInvitations = endpoint('PATCH /api/groups/:id/email-invitations', {
  summary: 'Let a stopped list of invitations go on',
  refuses: ['forbidden', 'not_found'],

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ stopped: z.literal(false) }),
  response: EmailInvitations,
});
