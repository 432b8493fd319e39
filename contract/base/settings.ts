import { z } from 'zod';
import { cleanText, withoutControls } from '#contract/platform/clean-text.ts';
import { Email } from '#contract/platform/email-address.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { legalPages } from '#contract/platform/paths.ts';
import { basedOn, Revision } from '#contract/platform/revisions.ts';
import {
  Id,
  ImageUrlChange,
  Instant,
  line,
  OwnPicture,
  paging,
  paragraphs,
} from '#contract/platform/values.ts';

/** Registration is open to anyone, or needs an invitation from an admin. */
export const Registration = z.enum(
  ['open', 'invitation'],
  'registration must be open or invitation',
);
export type Registration = z.infer<typeof Registration>;

const dayCount = z
  .int('Please enter a whole number of days')
  .min(1, 'Please enter at least 1 day')
  .max(365, 'Please enter at most 365 days');

const hourCount = z
  .int('Please enter a whole number of hours')
  .min(1, 'Please enter at least 1 hour')
  .max(720, 'Please enter at most 720 hours');

const youngestMinimumAge = 13;
const oldestMinimumAge = 18;

/** The settings that admins can change. */
export const SettingsForm = z.object({
  siteName: line({ min: 1, max: 60, tooShort: 'Please enter a name for the site' }),
  supportEmail: Email,
  /** The data controller that the privacy policy names; blank until an admin has named one. */
  controllerName: line({ max: 200 }),
  controllerAddress: line({ max: 300 }),
  /** The town or area that the site is for; blank for none. */
  town: line({ max: 100 }),
  /**
   * The colour of highlights and some buttons, as `#f4a91c`; blank for the colours that it comes
   * with.
   */
  accent: z
    .string('Please choose a colour')
    .trim()
    .toLowerCase()
    .regex(/^(#[\da-f]{6})?$/, 'Please enter a colour such as #f4a91c'),
  /** An uploaded picture in the place of the mark; null for the mark that it comes with. */
  logoUrl: OwnPicture,
  /** A picture for the home page; null for the drawings that it comes with. */
  pictureUrl: ImageUrlChange.transform((url) => url ?? null),
  /** Shown on every page; blank for none. */
  banner: line({ max: 300 }),
  /** Whether a new group needs an admin's approval. */
  groupApproval: z.boolean(),
  registration: Registration,
  /** The minimum age for an account; UK law lets children consent for themselves from 13. */
  minimumAge: z
    .int('Please enter an age in whole years')
    .min(
      youngestMinimumAge,
      `Please enter an age from ${youngestMinimumAge} to ${oldestMinimumAge}`,
    )
    .max(oldestMinimumAge, `Please enter an age from ${youngestMinimumAge} to ${oldestMinimumAge}`),
  /** Retention of sent emails. */
  mailDays: dayCount,
  /** How long an unusable invitation is kept. */
  invitationDays: dayCount,
  /** The deadlines for reports: hours for illegal content, days for everything else. */
  illegalReportHours: hourCount,
  reportDays: dayCount,
});
export type SettingValues = z.output<typeof SettingsForm>;

/** The settings that the environment can fix, with their variables. */
const RuledBy = z.strictObject({
  siteName: z.literal('SITE_NAME').optional(),
  supportEmail: z.literal('SUPPORT_EMAIL').optional(),
});

export const Settings = z.strictObject({
  ...SettingsForm.shape,
  ruledBy: RuledBy,
  revision: Revision,
});
export type Settings = z.infer<typeof Settings>;

export const getSettings = endpoint('GET /api/admin/settings', {
  summary: "Get the site's settings",

  access: 'admin',
  response: Settings,
});

/** Changes the sent settings; those fixed by the environment can't change here. */
export const updateSettings = endpoint('PATCH /api/admin/settings', {
  summary: "Update the site's settings",

  access: 'admin',
  rate: 'write',
  body: SettingsForm.partial().extend(basedOn),
  response: Settings,
});

export const LegalPage = z.enum(legalPages);
export type LegalPage = z.infer<typeof LegalPage>;

const LegalText = z.strictObject({
  page: LegalPage,
  /** Markdown; raw HTML in it is shown as text. */
  markdown: z.string(),
  /** When an admin last replaced it; null for the built-in text. */
  replacedAt: Instant.nullable(),
});
export type LegalText = z.infer<typeof LegalText>;

/** A legal page as its editor reads it. */
export const LegalSource = LegalText.extend({ revision: Revision });
export type LegalSource = z.infer<typeof LegalSource>;

/** The text that people read, with names and retention times filled in. */
export const getLegalText = endpoint('GET /api/legal/:page', {
  summary: 'Get a legal page with names filled in',

  access: 'anyone',
  params: z.object({ page: LegalPage }),
  response: LegalText,
});

/** The text that admins edit, with its placeholders. */
export const getLegalSource = endpoint('GET /api/admin/legal/:page', {
  summary: 'Get a legal page for editing',

  access: 'admin',
  params: z.object({ page: LegalPage }),
  response: LegalSource,
});

export const LegalForm = z.object({
  markdown: paragraphs({ min: 1, max: 40_000, tooShort: 'Please enter the text of the page' }),
});

export const replaceLegalText = endpoint('PUT /api/admin/legal/:page', {
  summary: 'Replace the text of a legal page',

  access: 'admin',
  rate: 'write',
  params: z.object({ page: LegalPage }),
  body: LegalForm.extend(basedOn),
  response: LegalSource,
});

export const resetLegalText = endpoint('DELETE /api/admin/legal/:page', {
  summary: "Restore a legal page's original text",

  access: 'admin',
  rate: 'write',
  params: z.object({ page: LegalPage }),
  response: LegalSource,
});

export const Invitation = z.strictObject({
  id: z.int().meta({ examples: [8] }),
  code: z.string().meta({ examples: ['K7QM2X9D'] }),
  note: z.string().nullable(),
  /** Null for unlimited uses. */
  maxUses: z.int().nullable(),
  uses: z.int(),
  expiresAt: Instant.nullable(),
  createdAt: Instant,
  state: z.enum(['usable', 'used_up', 'expired', 'revoked']),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationForm = z.object({
  note: line({ max: 100 }).nullish(),
  maxUses: z
    .int('Please enter a whole number')
    .min(1, 'Please enter at least 1')
    .max(10_000, 'Please enter at most 10,000')
    .nullable(),
  expiresInDays: dayCount.nullable(),
});

export const listInvitations = endpoint('GET /api/admin/invitations', {
  summary: 'List invitations, newest first',

  access: 'admin',
  query: z.object(paging),
  response: z.array(Invitation),
});

export const createInvitation = endpoint('POST /api/admin/invitations', {
  summary: 'Create an invitation to register',
  answers: [201],

  access: 'admin',
  rate: 'write',
  body: InvitationForm,
  response: Invitation,
});

/** Revokes it for new registrations; existing accounts stay. */
export const revokeInvitation = endpoint('DELETE /api/admin/invitations/:id', {
  summary: 'Revoke an invitation',

  access: 'admin',
  rate: 'write',
  params: z.object({ id: Id }),
});

/** An invitation's code as people type or send it. */
export const InvitationCode = z
  .string()
  .max(100, 'This is not an invitation code')
  .transform((text) => cleanText(withoutControls(text).trim()));
