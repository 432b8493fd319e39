import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  Invitation,
  InvitationForm,
  LegalPage,
  Settings,
  SettingValues,
  updateSettings,
} from '#contract/base/settings.ts';
import { record } from '#features/base/audit/mutations.ts';
import { lockCover, lockLogo } from '#features/base/media/mutations.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import { requireBasis, revise } from '#platform/revisions.ts';
import type { Viewer } from '#platform/viewer.ts';
import { invitationRefusal, settingsRefusal } from './policy.ts';
import {
  asInvitation,
  editableSettings,
  forgetSettings,
  legalName,
  legalSource,
  ruledBy,
  settingRevisions,
  settingsNow,
  setupName,
  type SettingName,
  type SetupState,
} from './queries.ts';
import { settings, invitations } from './tables.ts';
import { day } from '#contract/platform/durations.ts';
import { readableCode } from '#platform/crypto/readable-code.ts';
import { keysOf, newPrivateKey, type PushKeys } from '#platform/push/keys.ts';
import { type Signer, signerWith } from '#platform/crypto/signing.ts';

type Changes = z.output<typeof updateSettings.body>;

const changedNames = (changes: Omit<Changes, 'revision'>, before: SettingValues): SettingName[] =>
  (Object.keys(changes) as SettingName[]).filter(
    (name) => changes[name] !== undefined && changes[name] !== before[name],
  );

const pickSettings = (values: Changes, names: SettingName[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** Serialises parallel changes by admins, so the audit log shows the changes of each. */
export const lockSettings = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(7264017)`);

/**
 * @throws Refusal `invalid` for settings that the environment fixes, `conflict` for those that
 * others have changed since `revision`
 */
export async function changeSettings(
  db: Database,
  viewer: Viewer,
  { revision: basedOn, ...changes }: Changes,
  config: Config,
  now: Date,
): Promise<Settings> {
  const after = await transaction(db, async (tx) => {
    await lockSettings(tx);
    const before = await settingsNow(tx, config);
    demand(settingsRefusal(changes, before, ruledBy(config)));
    const stored = await settingRevisions(tx);
    const { revision } = revise(stored, before, changes, basedOn);
    const names = changedNames(changes, before);
    if (names.length === 0) return editableSettings(tx, config);
    if (names.includes('pictureUrl')) await lockCover(tx, viewer, null, changes.pictureUrl);
    if (names.includes('logoUrl')) await lockLogo(tx, viewer, changes.logoUrl);
    // A removed picture is stored as blank: its row stays, for its revision.
    for (const name of names) await storeSettings(tx, name, changes[name] ?? '', revision, now);
    const change = { before: pickSettings(before, names), after: pickSettings(changes, names) };
    await record(tx, viewer, 'settings.change', 'site', change, now);
    return editableSettings(tx, config);
  });
  forgetSettings(db);
  return after;
}

async function storeSettings(
  tx: Transaction,
  name: string,
  value: unknown,
  revision: number,
  now: Date,
): Promise<void> {
  await tx
    .insert(settings)
    .values({ name, value, updatedAt: now, revision })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: now, revision } });
}

/** Stores how far the setup of the site has come. The caller locks the settings. */
export const storeSetup = (tx: Transaction, state: SetupState, now: Date) =>
  storeSettings(tx, setupName, state, 0, now);

/**
 * Replaces a legal page's text; null restores the built-in one.
 * @throws Refusal `conflict` if others have changed the text since the revision it is based on
 */
export async function setLegalText(
  db: Database,
  viewer: Viewer,
  page: LegalPage,
  { markdown, revision: basedOn }: { markdown: string | null; revision?: number | undefined },
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const before = await legalSource(tx, page);
    const { revision } = before;
    const stored = { revision, fieldRevisions: { markdown: revision } };
    requireBasis(stored, before, ['markdown'], basedOn);
    // The row of a built-in text stays, for its revision.
    await storeSettings(tx, legalName(page), markdown ?? false, revision + 1, now);
    const change = {
      before: before.replacedAt ? { markdown: before.markdown } : null,
      after: markdown === null ? null : { markdown },
    };
    const action = markdown === null ? 'legal.reset' : 'legal.replace';
    await record(tx, viewer, action, page, change, now);
  });
}

const codeLength = 12;

export async function makeInvitation(
  db: Database,
  viewer: Viewer,
  form: z.output<typeof InvitationForm>,
  now: Date,
): Promise<Invitation> {
  return transaction(db, async (tx) => {
    const { maxUses, expiresInDays } = form;
    const expiresAt = expiresInDays ? new Date(now.getTime() + expiresInDays * day) : null;
    const [row] = await tx
      .insert(invitations)
      .values({
        code: readableCode(codeLength),
        note: form.note || null,
        maxUses,
        expiresAt,
        createdById: viewer.id,
        createdAt: now,
      })
      .returning();
    if (!row) throw new Error('an insert returned no row');
    const change = { before: null, after: { note: row.note, maxUses, expiresAt } };
    await record(tx, viewer, 'invitation.create', row.id, change, now);
    return asInvitation(row, now);
  });
}

/** @throws Refusal `not_found` */
export async function revokeInvitation(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [row] = await tx
      .select({ revokedAt: invitations.revokedAt })
      .from(invitations)
      .where(eq(invitations.id, id))
      .for('update');
    if (!row) throw notFound('Invitation');
    if (row.revokedAt) return;
    await tx.update(invitations).set({ revokedAt: now }).where(eq(invitations.id, id));
    const change = { before: { revoked: false }, after: { revoked: true } };
    await record(tx, viewer, 'invitation.revoke', id, change, now);
  });
}

/**
 * Allows a registration: for anyone if registration is open, otherwise with a valid invitation,
 * which counts as used once more. The row's lock stops two people from sharing the last use.
 * @throws Refusal `forbidden`
 */
export async function admitByInvitation(
  tx: Transaction,
  code: string | undefined,
  config: Config,
  now: Date,
): Promise<void> {
  const { registration } = await settingsNow(tx, config);
  if (registration === 'open') return;
  const typedCode = code?.toUpperCase().replace(/[\s-]/g, '');
  if (!typedCode) throw invitationRefusal(undefined);
  const used = await tx
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(
      and(
        eq(invitations.code, typedCode),
        isNull(invitations.revokedAt),
        or(isNull(invitations.expiresAt), gt(invitations.expiresAt, now)),
        or(isNull(invitations.maxUses), lt(invitations.uses, invitations.maxUses)),
      ),
    )
    .returning({ id: invitations.id });
  if (used.length === 0) throw invitationRefusal(typedCode);
}

/** Deletes invitations that became unusable longer ago than the settings keep them. */
export async function forgetInvitations(db: Database, config: Config, now: Date): Promise<void> {
  const { invitationDays } = await settingsNow(db, config);
  const before = new Date(now.getTime() - invitationDays * day);
  await db.delete(invitations).where(
    inArray(
      invitations.id,
      db
        .select({ id: invitations.id })
        .from(invitations)
        .where(
          and(
            lt(invitations.createdAt, before),
            or(
              lt(invitations.revokedAt, before),
              lt(invitations.expiresAt, before),
              sql`${invitations.uses} >= ${invitations.maxUses}`,
            ),
          ),
        ),
    ),
  );
}

export const secretName = 'signing_secret';

/** Signs with the configured secret, or with one that all processes on the database share. */
export async function openSigner(
  db: Database,
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  now: Date,
): Promise<Signer> {
  return signerWith(
    sessionSecret ??
      (await sharedSecret(db, secretName, () => randomBytes(32).toString('base64url'), now)),
  );
}

export const pushKeyName = 'push_key';

/** The configured key pair for notifications, or one that all processes on the database share. */
export async function openPushKeys(
  db: Database,
  { vapidPrivateKey }: Pick<Config, 'vapidPrivateKey'>,
  now: Date,
): Promise<PushKeys> {
  return keysOf(vapidPrivateKey ?? (await sharedSecret(db, pushKeyName, newPrivateKey, now)));
}

/** The first process creates it; the others find it. */
async function sharedSecret(
  db: Database,
  name: string,
  create: () => string,
  now: Date,
): Promise<string> {
  const existing = await storedSecret(db, name);
  if (existing) return existing;
  await db.insert(settings).values({ name, value: create(), updatedAt: now }).onConflictDoNothing();
  const made = await storedSecret(db, name);
  if (!made) throw new Error(`${name} was not kept`);
  return made;
}

async function storedSecret(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, name));
  return typeof row?.value === 'string' ? row.value : undefined;
}
