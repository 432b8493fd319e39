import { z } from 'zod';
import { Email } from '#contract/platform/email-address.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { reportKinds } from './report-kinds.ts';
import { blankOr, Instant, Id, paging, paragraphs, StoredText } from '#contract/platform/values.ts';

export const subjectTypes = ['event', 'group', 'comment', 'user'] as const;
export const SubjectType = z.enum(subjectTypes, 'Please send event, group, comment or user');
export type SubjectType = z.infer<typeof SubjectType>;

const kindMissing = 'Please choose what is wrong';
export const ReportKind = z.enum(reportKinds, kindMissing);

/** A number, or a member's opaque id; a malformed one names nothing that anybody can see. */
const SubjectId = z.union([z.int(), z.string().max(64)], 'Please send the id of one');

/**
 * - `open`: nobody has looked at it
 * - `looking`: an admin is reviewing it
 * - `upheld`, `not_upheld`: decided, and may be appealed once
 * - `appealed`: awaits its final decision
 * - `final`: the appeal is decided
 */
export const reportStates = [
  'open',
  'looking',
  'upheld',
  'not_upheld',
  'appealed',
  'final',
] as const;
export const ReportState = z.enum(reportStates);
export type ReportState = z.infer<typeof ReportState>;

/** `nothing` does not uphold it, all others do; `police` also hides it if possible. */
export const decisions = ['nothing', 'hide', 'delete', 'warn', 'suspend', 'ban', 'police'] as const;
export const Decision = z.enum(decisions, 'Please choose a decision');
export type Decision = z.infer<typeof Decision>;

/** The measures about an author that go with hiding or deleting their content. */
export const authorDecisions = ['warn', 'suspend', 'ban'] as const;
export const AuthorDecision = z.enum(authorDecisions, 'Please choose warn, suspend or ban');
export type AuthorDecision = z.infer<typeof AuthorDecision>;

interface Parts {
  decision: Decision;
  authorDecision?: AuthorDecision | null | undefined;
}

/** Lists what a decision does, one by one. */
export const partsOf = ({ decision, authorDecision }: Parts): Decision[] =>
  authorDecision ? [decision, authorDecision] : [decision];

/** Two groups of five letters and digits, as in emails; no two sound alike when read aloud. */
const Reference = z
  .string()
  .max(40)
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/));

/** The signed link of an email, for people who can't sign in. */
const EmailToken = z.string().max(500);

export const ReportReceipt = z.strictObject({
  reference: z.string(),
  /** The deadline for a decision. */
  expectedBy: Instant,
});

export const ReportForm = z.object({
  kind: ReportKind,
  details: paragraphs({
    max: 2_000,
    tooLong: 'Please use at most 2,000 characters',
  }).optional(),
  /** For signed-out reporters who want an email; others get it at their account's address. */
  email: blankOr(Email),
});

/** An account that reports a subject again updates its report; signed out, each is separate. */
export const report = endpoint('POST /api/reports', {
  summary: 'Report an event, group, comment or member',
  words: {
    done: ({ reference }: z.infer<typeof ReportReceipt>) => ({
      title: 'Report sent',
      description: `Its number is ${reference}. Thank you for telling us.`,
    }),
    failed: 'Nothing was sent',
  },
  answers: [201],
  refuses: ['not_found', 'suspended'],

  keepsPublicCache: true,
  access: 'anyone',
  rate: 'report',
  body: z.object({
    subject: z.object({ type: SubjectType, id: SubjectId }, 'Please send what you are reporting'),
    ...ReportForm.shape,
  }),
  response: ReportReceipt,
});

/** The content that the page shows before somebody reports it. */
export const ReportSubject = z.strictObject({
  type: SubjectType,
  id: z.union([z.int(), z.string()]),
  /** An event's title, a group's name, a comment's first line, a member's first name. */
  title: z.string(),
  /** The page that shows it; null for a member, who has none. */
  path: z.string().nullable(),
  /** The author, for signed-in callers; null for one's own content and deleted accounts. */
  author: z.strictObject({ id: z.string(), firstName: z.string() }).nullable(),
  /** It is the caller's own content. */
  isOwn: z.boolean(),
  /** The caller's earlier report of this subject; reporting again updates it. */
  reported: ReportReceipt.nullable(),
});
export type ReportSubject = z.infer<typeof ReportSubject>;

export const getReportSubject = endpoint('GET /api/reports/subject/:type/:id', {
  summary: 'Get the content about to be reported',

  access: 'anyone',
  params: z.object({ type: SubjectType, id: SubjectId }),
  response: ReportSubject,
});

const referenceParams = z.object({ reference: Reference });

/** A report as the reporter or the reported member sees it. It never names the reporter. */
export const ReportView = z.strictObject({
  reference: z.string(),
  side: z.enum(['reporter', 'subject']),
  subject: z.strictObject({ type: SubjectType, title: z.string() }),
  /** The reporter's choice; null for the reported member. */
  kind: ReportKind.nullable(),
  state: ReportState,
  createdAt: Instant,
  /** The deadline for the next decision; null if none is pending. */
  expectedBy: Instant.nullable(),
  /** Null until there is one; after an appeal, the final one. */
  outcome: z
    .strictObject({
      decision: Decision,
      /** The measure about the author, besides. */
      authorDecision: AuthorDecision.nullable(),
      reason: z.string(),
      /** The end of a suspension. */
      until: Instant.nullable(),
      decidedAt: Instant,
    })
    .nullable(),
  appeal: z
    .strictObject({
      /** Whether the caller's own side made it. */
      isOwn: z.boolean(),
      /** The appeal's text, only for its author. */
      text: z.string().nullable(),
      createdAt: Instant,
    })
    .nullable(),
  can: z.strictObject({ appeal: z.boolean() }),
});
export type ReportView = z.infer<typeof ReportView>;

/** Readable by account, or by the signed link of an email; otherwise not found. */
export const getReport = endpoint('GET /api/reports/:reference', {
  summary: 'Get the status of a report',

  access: 'anyone',
  params: referenceParams,
  query: z.object({ token: EmailToken.optional() }),
  response: ReportView,
});

export const OwnReport = ReportView.pick({
  reference: true,
  subject: true,
  state: true,
  createdAt: true,
  expectedBy: true,
}).extend({
  kind: ReportKind,
  /** The latest decision; null until there is one. */
  decision: Decision.nullable(),
});
export type OwnReport = z.infer<typeof OwnReport>;

export const listOwnReports = endpoint('GET /api/user/reports', {
  summary: 'List your reports and their outcomes',

  access: 'signed_in',
  query: z.object(paging),
  response: z.array(OwnReport),
});

export const AppealForm = z.object({
  text: paragraphs({
    min: 1,
    max: 2_000,
    tooShort: 'Please say why you disagree',
    tooLong: 'An appeal can have at most 2,000 characters',
  }),
});

/** Once for each report, by either side. */
export const appealReport = endpoint('POST /api/reports/:reference/appeal', {
  summary: 'Appeal against the decision on a report',
  answers: [201],
  refuses: ['conflict'],

  keepsPublicCache: true,
  access: 'anyone',
  rate: 'write',
  params: referenceParams,
  body: AppealForm.extend({ token: EmailToken.optional() }),
  response: ReportReceipt,
});

const Admin = z.strictObject({
  id: z.string(),
  name: z
    .string()
    .nullable()
    .meta({ examples: ['Sam Okoro'] }),
});
const Person = z.strictObject({
  id: z.string(),
  name: z.string().meta({ examples: ['Asha Moreno'] }),
  email: z.string(),
});

/** A case: all reports of one subject before its decision. */
export const ReportCase = z.strictObject({
  id: z.int(),
  /** The case's reference in emails to the author; each report has its own. */
  reference: z.string(),
  state: ReportState,
  subject: z.strictObject({
    type: SubjectType,
    id: z.union([z.int(), z.string()]),
    /** Its title or text when it was first reported. */
    title: z.string(),
    isGone: z.boolean(),
  }),
  /** The number of reports, and the number by kind, highest first. */
  reports: z.int(),
  kinds: z.array(z.strictObject({ kind: ReportKind, count: z.int() })),
  isIllegal: z.boolean(),
  /** It is about the only admin who can act, so nobody else can decide it. */
  isAboutOnlyAdmin: z.boolean(),
  /** When it was first reported. */
  createdAt: Instant,
  /** The deadline for a decision on it or its appeal; null if none is pending. */
  dueBy: Instant.nullable(),
  /** The start of a reported event while a decision is pending; null for all else. */
  beginsAt: Instant.nullable(),
  lookedAtBy: Admin.nullable(),
  decision: Decision.nullable(),
  authorDecision: AuthorDecision.nullable(),
  decidedAt: Instant.nullable(),
});
export type ReportCase = z.infer<typeof ReportCase>;

/** `waiting`: every case that an admin has yet to decide. */
export const reportFilters = ['waiting', ...reportStates] as const;

/** Pending cases by due time; decided ones, and all without a filter, newest first. */
export const listReports = endpoint('GET /api/admin/reports', {
  summary: 'List the cases of reported content',

  access: 'admin',
  query: z.object({
    state: blankOr(z.enum(reportFilters)),
    type: blankOr(SubjectType),
    ...paging,
  }),
  response: z.array(ReportCase),
});

/** The reported content, as it was at that moment. */
export const Snapshot = z.strictObject({
  title: StoredText,
  /** Its other texts by their labels: 'Description', 'Venue', 'Price', 'About'. */
  parts: z.array(z.strictObject({ label: StoredText, text: StoredText })),
  /** An address whose content should only be shown after a press. */
  imageUrl: StoredText.nullable(),
});
export type Snapshot = z.infer<typeof Snapshot>;

const Report = z.strictObject({
  reference: z.string(),
  kind: ReportKind,
  details: z.string().nullable(),
  createdAt: Instant,
  /** Null for a signed-out reporter, and once their account is deleted. */
  reporter: Person.nullable(),
  /** The address of a signed-out reporter who wants an email. */
  email: z.string().nullable(),
  /** Null if the content did not change since the report before. */
  said: Snapshot.nullable(),
});

/** A member's record so far, in counts. */
const Standing = z.strictObject({
  ...Person.shape,
  isActive: z.boolean(),
  suspendedUntil: Instant.nullable(),
  role: z.enum(['user', 'admin']),
  createdAt: Instant,
  /** Reports they made: all, and how many were upheld. */
  reportsMade: z.int(),
  reportsMadeUpheld: z.int(),
  /** Cases about the member and their content: all, and those upheld. */
  casesAbout: z.int(),
  casesAboutUpheld: z.int(),
});
export type Standing = z.infer<typeof Standing>;

const EarlierCase = ReportCase.pick({
  id: true,
  state: true,
  kinds: true,
  decision: true,
  createdAt: true,
  decidedAt: true,
});

export const ReportCaseDetail = ReportCase.extend({
  /** The latest fifty, newest first. */
  said: z.array(Report),
  /** The subject as it is now; null once it is deleted. */
  now: Snapshot.extend({
    path: z.string().nullable(),
    isHidden: z.boolean(),
    createdAt: Instant,
    /** The people that a decision about an event or group would notify; null without any. */
    toTell: z.strictObject({ events: z.int(), going: z.int(), waiting: z.int() }).nullable(),
  }).nullable(),
  /** The actions of admins, newest first. */
  history: z.array(z.strictObject({ action: z.string(), at: Instant, by: Admin.nullable() })),
  /** Other cases of this subject, newest first. */
  earlier: z.array(EarlierCase),
  /** The author; null once the account is deleted. */
  author: Standing.nullable(),
  /** The signed-in reporters, at most ten. */
  reporters: z.array(Standing),
  /** The decisions, oldest first: two after an appeal. */
  outcomes: z.array(
    z.strictObject({
      decision: Decision,
      authorDecision: AuthorDecision.nullable(),
      reason: z.string(),
      until: Instant.nullable(),
      decidedAt: Instant,
      by: Admin.nullable(),
      /** The admin decided a case about themself. */
      isByItsSubject: z.boolean(),
    }),
  ),
  appeal: z
    .strictObject({
      side: ReportView.shape.side,
      text: z.string(),
      createdAt: Instant,
    })
    .nullable(),
  can: z.strictObject({
    look: z.boolean(),
    /** The decisions that the caller can take. */
    decide: z.array(Decision),
    /** The measures about the author that the caller can add to hiding or deleting. */
    decideAuthor: z.array(AuthorDecision),
    /** Why there are none, in a sentence; null if there are some. */
    why: z.string().nullable(),
  }),
});
export type ReportCaseDetail = z.infer<typeof ReportCaseDetail>;

const caseParams = z.object({ id: Id });

export const getReportCase = endpoint('GET /api/admin/reports/:id', {
  summary: 'Get all details of a case',

  access: 'admin',
  params: caseParams,
  response: ReportCaseDetail,
});

const daysWrong = 'Please enter a number of days from 1 to 365';

/** Both sides get the reason. */
export const DecisionForm = z.object({
  decision: Decision,
  /** Only with `hide` and `delete`: both happen at once. */
  authorDecision: blankOr(AuthorDecision),
  reason: paragraphs({
    min: 1,
    max: 1_000,
    tooShort: 'Please give a reason: both sides will read it',
    tooLong: 'A reason can have at most 1,000 characters',
  }),
  /** The length of a suspension. */
  days: z.int(daysWrong).min(1, daysWrong).max(365, daysWrong).optional(),
});

export const decideReport = endpoint('PATCH /api/admin/reports/:id', {
  summary: 'Review or decide a case',
  refuses: ['conflict'],

  access: 'admin',
  rate: 'moderation',
  params: caseParams,
  body: z.union([DecisionForm, z.object({ state: z.literal('looking') })]),
  response: ReportCaseDetail,
});

/** A row for each month: reports by kind, how long decisions took, appeals, outcomes. */
export const reportFigures = endpoint('GET /api/admin/reports.csv', {
  summary: 'Download monthly report figures as CSV',

  access: 'admin',
  sends: 'text/csv',
  response: z.string(),
});
