import { readFileSync } from 'node:fs';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { cleanText } from '#contract/platform/clean-text.ts';
import {
  SettingsForm,
  type LegalPage,
  type Invitation,
  type LegalText,
  type Settings,
  type listInvitations,
  type SettingValues,
  type LegalSource,
} from '#contract/base/settings.ts';
import type { Config } from '#platform/config.ts';
import type { Revisions } from '#platform/revisions.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { fillLegalText } from '#contract/base/legal-words.ts';
import type { PictureColumn } from '#features/base/media/steps.ts';
import { projectFile } from '#platform/process/files.ts';
import { legalPages } from '#contract/platform/paths.ts';
import { invitationState } from './policy.ts';
import { settings, invitations } from './tables.ts';

type Stored = Partial<SettingValues>;
export type SettingName = keyof SettingValues;

const settingNames = Object.keys(SettingsForm.shape) as SettingName[];

const defaultSettings = {
  controllerName: cleanText(''),
  controllerAddress: cleanText(''),
  town: cleanText(''),
  accent: '',
  logoUrl: null,
  pictureUrl: null,
  banner: cleanText(''),
  groupApproval: true,
  registration: 'open',
  minimumAge: 16,
  mailDays: 30,
  invitationDays: 30,
  illegalReportHours: 24,
  reportDays: 7,
} satisfies Stored;

/** Reads the settings from the database; a value that no longer passes validation is ignored. */
async function storedSettings(db: Reader): Promise<Stored> {
  const rows = await db
    .select({ name: settings.name, value: settings.value })
    .from(settings)
    .where(inArray(settings.name, settingNames));
  const entries = rows.flatMap(({ name, value }) => {
    const parsed = SettingsForm.shape[name as SettingName].safeParse(value);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * The environment's values take precedence over the admins' settings, and these over the defaults.
 */
export const inForce = (stored: Stored, config: Config): SettingValues => ({
  siteName: config.siteName,
  supportEmail: config.supportEmail,
  ...defaultSettings,
  ...stored,
  ...(config.ruled.siteName && { siteName: config.siteName }),
  ...(config.ruled.supportEmail && { supportEmail: config.supportEmail }),
});

export const ruledBy = ({ ruled }: Config): Settings['ruledBy'] => ({
  ...(ruled.siteName && { siteName: 'SITE_NAME' as const }),
  ...(ruled.supportEmail && { supportEmail: 'SUPPORT_EMAIL' as const }),
});

/** Reads the current settings without the cache, for decisions that depend on them. */
export const settingsNow = async (db: Reader, config: Config): Promise<SettingValues> =>
  inForce(await storedSettings(db), config);

const isPicture = inArray(settings.name, ['logoUrl', 'pictureUrl'] satisfies SettingName[]);

/** The logo, and the picture on the home page. */
export const sitePictures: PictureColumn = {
  table: settings,
  url: sql`${settings.value} #>> '{}'`,
  where: isPicture,
  clear: (tx, url) =>
    tx.delete(settings).where(and(isPicture, sql`${settings.value} #>> '{}' = ${url}`)),
};

/** Returns the revision at which each setting last changed, and the latest of these. */
export async function settingRevisions(db: Reader): Promise<Revisions> {
  const rows = await db
    .select({ name: settings.name, revision: settings.revision })
    .from(settings)
    .where(inArray(settings.name, settingNames));
  const fieldRevisions = Object.fromEntries(rows.map(({ name, revision }) => [name, revision]));
  return { revision: Math.max(0, ...Object.values(fieldRevisions)), fieldRevisions };
}

export const setupName = 'setup';

const SetupState = z.object({
  /** When the first admin was made by the printed link. */
  usedAt: z.iso.datetime(),
  /** The steps that an admin has marked as done. */
  done: z.array(z.string()),
  /** False once an admin has put the list away. */
  open: z.boolean(),
});
export type SetupState = z.infer<typeof SetupState>;

/** How far the setup has come; undefined on a site that began without a setup link. */
export async function setupState(db: Reader): Promise<SetupState | undefined> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, setupName));
  return SetupState.safeParse(row?.value).data;
}

/** The names of the settings that an admin has changed. */
export const changedSettings = async (db: Reader): Promise<SettingName[]> =>
  Object.keys(await storedSettings(db)) as SettingName[];

/** Returns the settings as an admin edits them. */
export async function editableSettings(db: Reader, config: Config): Promise<Settings> {
  const [values, { revision }] = await Promise.all([settingsNow(db, config), settingRevisions(db)]);
  return { ...values, ruledBy: ruledBy(config), revision };
}

/** How long a change by another process may go unseen. */
const cacheMs = 5_000;
const settingsCache = new WeakMap<Database, { at: number; stored: Promise<Stored> }>();

/**
 * Returns the settings for pages, cached for five seconds. Admins bypass the cache, so they see
 * their own changes at once.
 */
export async function currentSettings(
  db: Database,
  viewer: Viewer | null,
  config: Config,
  now: Date,
): Promise<SettingValues> {
  const cached = settingsCache.get(db);
  const fresh = cached && Math.abs(now.getTime() - cached.at) < cacheMs;
  if (fresh && viewer?.role !== 'admin') return inForce(await cached.stored, config);
  const stored = storedSettings(db);
  settingsCache.set(db, { at: now.getTime(), stored });
  stored.catch(() => settingsCache.delete(db));
  return inForce(await stored, config);
}

/** Clears the cache after a change by this process. */
export const forgetSettings = (db: Database) => settingsCache.delete(db);

export const legalName = (page: LegalPage) => `legal.${page}`;

/** Returns a legal page's text as an admin edits it. */
export async function legalSource(db: Reader, page: LegalPage): Promise<LegalSource> {
  const [own] = await db
    .select({ value: settings.value, updatedAt: settings.updatedAt, revision: settings.revision })
    .from(settings)
    .where(eq(settings.name, legalName(page)));
  const revision = own?.revision ?? 0;
  return typeof own?.value === 'string'
    ? { page, markdown: own.value, replacedAt: own.updatedAt.toISOString(), revision }
    : { page, markdown: builtInLegalText(page), replacedAt: null, revision };
}

/** Returns a legal page's text as people read it. */
export async function legalText(
  db: Database,
  viewer: Viewer | null,
  page: LegalPage,
  origin: string,
  config: Config,
  now: Date,
): Promise<LegalText> {
  const [{ markdown, replacedAt }, values] = await Promise.all([
    legalSource(db, page),
    currentSettings(db, viewer, config, now),
  ]);
  return { page, markdown: fillLegalText(markdown, { ...values, origin }), replacedAt };
}

type Row = typeof invitations.$inferSelect;

export const asInvitation = (row: Row, now: Date): Invitation => ({
  id: row.id,
  code: row.code,
  note: row.note,
  maxUses: row.maxUses,
  uses: row.uses,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  state: invitationState(row, now),
});

const newestFirst = cursorOf(TimeAndId);

export async function findInvitations(
  db: Reader,
  { limit, cursor }: z.output<(typeof listInvitations)['query']>,
  now: Date,
) {
  const after = newestFirst.decode(cursor);
  const rows = await db
    .select()
    .from(invitations)
    .where(
      and(
        after &&
          sql`(${invitations.createdAt}, ${invitations.id}) < (${after[0].toISOString()}::timestamptz, ${after[1]})`,
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(limit + 1);
  const cut = cutPage(rows, limit, (last) =>
    newestFirst.encode([last.createdAt.getTime(), last.id]),
  );
  return { ...cut, items: cut.items.map((row) => asInvitation(row, now)) };
}

const readLegalText = (page: LegalPage) =>
  readFileSync(projectFile(`server/features/base/legal/texts/${page}.md`), 'utf8').trim();

const builtInTexts = new Map(legalPages.map((page) => [page, readLegalText(page)]));

/** Returns a legal page's built-in text. */
const builtInLegalText = (page: LegalPage): string => builtInTexts.get(page) ?? '';
