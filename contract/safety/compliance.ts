import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, Instant, paging, paragraphs } from '#contract/platform/values.ts';

/**
 * The compliance documents that the law requires of a site's operator, each after those it builds
 * on.
 */
export const documentNames = [
  'illegal-content',
  'children-access',
  'measures',
  'accessibility',
  'processing',
  'retention',
] as const;

export const DocumentName = z.enum(documentNames);
export type DocumentName = z.infer<typeof DocumentName>;

/** After this many days a document needs a review. */
export const documentReviewDays = 365;

/**
 * `due`: the last version is a year old; `changed`: today's settings would change its text. Where
 * both apply, it is due.
 */
export const DocumentState = z.enum(['not_begun', 'complete', 'due', 'changed']);
export type DocumentState = z.infer<typeof DocumentState>;

export const SavedVersion = z.strictObject({
  version: z.int(),
  savedAt: Instant,
  /** Null if that admin's account is deleted. */
  savedBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});
export type SavedVersion = z.infer<typeof SavedVersion>;

/** The lines of a section that would be different today. */
const DocumentChange = z.strictObject({
  section: z.string(),
  was: z.array(z.string()),
  now: z.array(z.string()),
});
export type DocumentChange = z.infer<typeof DocumentChange>;

const DocumentOutline = z.strictObject({
  paper: DocumentName,
  title: z.string().meta({ examples: ['Illegal content risk assessment'] }),
  about: z.string(),
  state: DocumentState,
  latest: SavedVersion.nullable(),
  reviewBy: Instant.nullable(),
  /** Changes that today's facts would make to the text. */
  changes: z.array(DocumentChange),
});
export type DocumentOutline = z.infer<typeof DocumentOutline>;

const Question = z.strictObject({
  id: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  /** The options to choose from; null if the answer is text. */
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })).nullable(),
  /** A suggested answer; '' for none. */
  suggested: z.string(),
  required: z.boolean(),
});
export type Question = z.infer<typeof Question>;

const QuestionGroup = z.strictObject({
  /** The title of the step with these questions; groups of one step follow one another. */
  step: z.string(),
  title: z.string().meta({ examples: ['Who looks after the site'] }),
  lead: z.string(),
  questions: z.array(Question),
});
export type QuestionGroup = z.infer<typeof QuestionGroup>;

/** By question id. */
export const Answers = z.record(
  z.string().max(60),
  paragraphs({ max: 4_000, tooLong: 'An answer can have at most 4,000 characters' }),
);
export type Answers = z.input<typeof Answers>;

/** An admin's unfinished answers. Only that admin sees them until they become a version. */
export const DocumentDraft = z.strictObject({
  answers: Answers,
  savedAt: Instant,
});
export type DocumentDraft = z.infer<typeof DocumentDraft>;

const ListedDocument = DocumentOutline.extend({
  /** When the caller last saved a draft of it; null without one. */
  draftSavedAt: Instant.nullable(),
});
export type ListedDocument = z.infer<typeof ListedDocument>;

export const ComplianceDocument = DocumentOutline.extend({
  groups: z.array(QuestionGroup),
  /** The answers of the latest version; none if no version exists. */
  answers: Answers,
  /** The caller's own. */
  savedDraft: DocumentDraft.nullable(),
  /**
   * The text in Markdown, by today's settings and the answers of the caller's draft, else of the
   * latest version, else the suggested answers.
   */
  draft: z.string(),
});
export type ComplianceDocument = z.infer<typeof ComplianceDocument>;

const DocumentVersion = SavedVersion.extend({
  paper: DocumentName,
  title: z.string().meta({ examples: ['Illegal content risk assessment'] }),
  /** The text when it was saved, in Markdown. */
  markdown: z.string(),
  isLatest: z.boolean(),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;

const params = z.object({ paper: DocumentName });
const ofVersion = z.object({ paper: DocumentName, version: Id });

export const listPapers = endpoint('GET /api/admin/papers', {
  summary: 'List compliance documents with their status',

  access: 'admin',
  response: z.array(ListedDocument),
});

/** Its draft, its questions, and the answers of its latest version. */
export const getPaper = endpoint('GET /api/admin/papers/:paper', {
  summary: 'Get a compliance document',

  access: 'admin',
  params,
  response: ComplianceDocument,
});

export const listPaperVersions = endpoint('GET /api/admin/papers/:paper/versions', {
  summary: 'List versions of a document, newest first',

  access: 'admin',
  params,
  query: z.object(paging),
  response: z.array(SavedVersion),
});

/** The latest version that the caller has seen; 0 for none. */
const seenVersion = z.int('Please send the number of the version you have seen').min(0);

/**
 * Adds answers to the draft; each may be missing or empty. Refused if another admin has saved a
 * version meanwhile.
 */
export const savePaperDraft = endpoint('PATCH /api/admin/papers/:paper/draft', {
  summary: 'Save your draft of a compliance document',
  refuses: ['conflict'],

  access: 'admin',
  rate: 'write',
  params,
  body: z.object({ answers: Answers, after: seenVersion }),
  response: DocumentDraft,
});

export const discardPaperDraft = endpoint('DELETE /api/admin/papers/:paper/draft', {
  summary: 'Discard your draft of a compliance document',

  access: 'admin',
  rate: 'write',
  params,
});

/** Ends the caller's draft. Refused if another admin has saved one meanwhile. */
export const savePaper = endpoint('POST /api/admin/papers/:paper/versions', {
  summary: 'Save a version of a compliance document',
  answers: [201],
  refuses: ['conflict'],

  access: 'admin',
  rate: 'write',
  params,
  body: z.object({ answers: Answers, after: seenVersion }),
  response: SavedVersion,
});

export const getPaperVersion = endpoint('GET /api/admin/papers/:paper/versions/:version', {
  summary: 'Get a version of a compliance document',

  access: 'admin',
  params: ofVersion,
  response: DocumentVersion,
});

export const getPaperFile = endpoint('GET /api/admin/papers/:paper/versions/:version/paper.md', {
  summary: 'Download a version of a compliance document',

  access: 'admin',
  params: ofVersion,
  sends: 'text/markdown',
  response: z.string(),
});
