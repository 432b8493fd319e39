import { z } from 'zod';
import { Email } from '#contract/platform/email-address.ts';
import { endpoint, type SiteFacts } from '#contract/platform/endpoint.ts';
import { Id, Instant, paging, paragraphs } from '#contract/platform/values.ts';

/**
 * The subject of a complaint: the use of personal data, or content and how moderators dealt with
 * it.
 */
export const complaintKinds = ['data_protection', 'content'] as const;
export const ComplaintKind = z.enum(complaintKinds, 'Please choose what your complaint is about');
export type ComplaintKind = z.infer<typeof ComplaintKind>;

export const ComplaintState = z.enum(['open', 'answered'], 'state must be open or answered');
export type ComplaintState = z.infer<typeof ComplaintState>;

export const ComplaintForm = z.object({
  kind: ComplaintKind,
  text: paragraphs({
    min: 1,
    max: 5_000,
    tooShort: 'Please tell us what is wrong',
    tooLong: 'A complaint can have at most 5,000 characters',
  }),
  /** The address for the acknowledgement and the outcome. */
  email: Email,
});

export const complaintWords = {
  done: ({ number }: { number: string }, { mailLeaves }: SiteFacts) => ({
    title: 'Complaint sent',
    description: `Its number is ${number}. ${mailLeaves ? 'We have sent you an email about it.' : 'Please keep it.'}`,
  }),
  failed: "Your complaint wasn't sent",
};

/** Sends a complaint to the site's operator, with the account of a signed-in caller. */
export const complain = endpoint('POST /api/complaints', {
  summary: "Complain to the site's operator",
  words: complaintWords,
  answers: [201],

  keepsPublicCache: true,
  access: 'anyone',
  rate: 'complaint',
  body: ComplaintForm,
  response: z.strictObject({
    /** The number that emails quote. */
    number: z.string(),
    /** The deadline for an answer. */
    dueBy: Instant,
  }),
});

export const AdminComplaint = z.strictObject({
  id: z.int().meta({ examples: [4] }),
  number: z.string(),
  kind: ComplaintKind,
  text: z.string().meta({ examples: ['My old address is still shown on a past event.'] }),
  email: z.string(),
  /** The complainant's account; null for a signed-out visitor or a former member. */
  account: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  state: ComplaintState,
  createdAt: Instant,
  dueBy: Instant,
  /** It is open, and `dueBy` has passed. */
  overdue: z.boolean(),
  /** The number of midnights in London until `dueBy`; negative once that day is over. */
  daysLeft: z.int(),
  /** The answer to the complainant; null while the complaint is open. */
  outcome: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** The admin who answered; null while it is open, and once they have left. */
  answeredBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});
export type AdminComplaint = z.infer<typeof AdminComplaint>;

export const listComplaints = endpoint('GET /api/admin/complaints', {
  summary: 'List complaints, open ones first by deadline',

  access: 'admin',
  query: z.object({ state: ComplaintState.optional(), ...paging }),
  response: z.array(AdminComplaint),
});

export const OutcomeForm = z.object({
  outcome: paragraphs({
    min: 1,
    max: 5_000,
    tooShort: 'Please say what the outcome was',
    tooLong: 'An outcome can have at most 5,000 characters',
  }),
});

/** Answers a complaint, once: stores the outcome and emails it to the complainant. */
export const answerComplaint = endpoint('PATCH /api/admin/complaints/:id', {
  summary: 'Answer a complaint',
  refuses: ['conflict'],

  access: 'admin',
  rate: 'write',
  params: z.object({ id: Id }),
  body: OutcomeForm,
  response: AdminComplaint,
});
