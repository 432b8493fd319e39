import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, Instant, paging, paragraphs } from '#contract/platform/values.ts';

/**
 * The documents that the law requires of a site's operator, in the order in which they build on one
 * another.
 */
export const paperNames = [
  'illegal-content',
  'children-access',
  'measures',
  'accessibility',
  'processing',
  'retention',
] as const;

export const PaperName = z.enum(paperNames);
export type PaperName = z.infer<typeof PaperName>;

/** After so many days a paper is looked at again. */
export const paperReviewDays = 365;

/**
 * `due`: the last version is a year old; `changed`: today's settings would change its text. Where
 * both apply, it is due.
 */
export const PaperState = z.enum(['not_begun', 'complete', 'due', 'changed']);
export type PaperState = z.infer<typeof PaperState>;

const Signed = z.strictObject({
  version: z.int(),
  savedAt: Instant,
  /** Null where that admin's account is gone. */
  savedBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});
export type Signed = z.infer<typeof Signed>;

/** The lines of a section that would read otherwise today. */
const PaperChange = z.strictObject({
  section: z.string(),
  was: z.array(z.string()),
  now: z.array(z.string()),
});
export type PaperChange = z.infer<typeof PaperChange>;

const PaperOutline = z.strictObject({
  paper: PaperName,
  title: z.string(),
  about: z.string(),
  state: PaperState,
  latest: Signed.nullable(),
  reviewBy: Instant.nullable(),
  /** Changes that today's facts would make to the text. */
  changes: z.array(PaperChange),
});
export type PaperOutline = z.infer<typeof PaperOutline>;

const Question = z.strictObject({
  id: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  /** The options to choose from; null where the answer is text. */
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })).nullable(),
  /** An answer to start from; '' for none. */
  suggested: z.string(),
  required: z.boolean(),
});
export type Question = z.infer<typeof Question>;

const QuestionGroup = z.strictObject({
  /** The title of the step that asks these; groups of one step follow one another. */
  step: z.string(),
  title: z.string(),
  lead: z.string(),
  questions: z.array(Question),
});
export type QuestionGroup = z.infer<typeof QuestionGroup>;

/** By the questions' ids. */
export const Answers = z.record(
  z.string().max(60),
  paragraphs({ max: 4_000, tooLong: 'An answer can have at most 4,000 characters' }),
);
export type Answers = z.infer<typeof Answers>;

/** An admin's unfinished answers. Only that admin sees them until they become a version. */
export const PaperDraft = z.strictObject({
  answers: Answers,
  savedAt: Instant,
});
export type PaperDraft = z.infer<typeof PaperDraft>;

const ListedPaper = PaperOutline.extend({
  /** When the caller last saved a draft of it; null without one. */
  draftSavedAt: Instant.nullable(),
});
export type ListedPaper = z.infer<typeof ListedPaper>;

export const Paper = PaperOutline.extend({
  groups: z.array(QuestionGroup),
  /** The answers of the latest version; none where no version exists. */
  answers: Answers,
  /** The caller's own. */
  savedDraft: PaperDraft.nullable(),
  /**
   * The text in Markdown, by today's settings and the answers of the caller's draft, else of the
   * latest version, else the suggested answers.
   */
  draft: z.string(),
});
export type Paper = z.infer<typeof Paper>;

const PaperVersion = Signed.extend({
  paper: PaperName,
  title: z.string(),
  /** The text as it was when it was saved; Markdown. */
  markdown: z.string(),
  isLatest: z.boolean(),
});
export type PaperVersion = z.infer<typeof PaperVersion>;

const params = z.object({ paper: PaperName });
const ofVersion = z.object({ paper: PaperName, version: Id });

export const listPapers = endpoint('GET /api/admin/papers', {
  summary: 'List compliance documents with their status',

  access: 'admin',
  response: z.array(ListedPaper),
});

/** Its draft, its questions, and the answers of its latest version. */
export const getPaper = endpoint('GET /api/admin/papers/:paper', {
  summary: 'Get a compliance document',

  access: 'admin',
  params,
  response: Paper,
});

export const listPaperVersions = endpoint('GET /api/admin/papers/:paper/versions', {
  summary: 'List versions of a document, newest first',

  access: 'admin',
  params,
  query: z.object(paging),
  response: z.array(Signed),
});

/** The latest version that the caller has seen; 0 for none. */
const after = z.int('Please send the number of the version you have seen').min(0);

/** Adds to the draft; each answer may be missing or empty. Refused where somebody has saved a version meanwhile. */
export const savePaperDraft = endpoint('PATCH /api/admin/papers/:paper/draft', {
  summary: 'Save your draft of a compliance document',
  refuses: ['conflict'],

  access: 'admin',
  rate: 'write',
  params,
  body: z.object({ answers: Answers, after }),
  response: PaperDraft,
});

export const discardPaperDraft = endpoint('DELETE /api/admin/papers/:paper/draft', {
  summary: 'Discard your draft of a compliance document',

  access: 'admin',
  rate: 'write',
  params,
});

/** Ends the caller's draft. Refused where somebody has saved one meanwhile. */
export const savePaper = endpoint('POST /api/admin/papers/:paper/versions', {
  summary: 'Save a version of a compliance document',
  answers: [201],
  refuses: ['conflict'],

  access: 'admin',
  rate: 'write',
  params,
  body: z.object({ answers: Answers, after }),
  response: Signed,
});

export const getPaperVersion = endpoint('GET /api/admin/papers/:paper/versions/:version', {
  summary: 'Get a version of a compliance document',

  access: 'admin',
  params: ofVersion,
  response: PaperVersion,
});

export const getPaperFile = endpoint('GET /api/admin/papers/:paper/versions/:version/paper.md', {
  summary: 'Download a version of a compliance document',

  access: 'admin',
  params: ofVersion,
  sends: 'text/markdown',
  response: z.string(),
});
