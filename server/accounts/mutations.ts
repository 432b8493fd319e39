import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Account, completeProfile, register, updateAccount } from '../../contract/accounts.ts';
import { pictureRule } from '../../contract/media.ts';
import { sessionDays } from '../../contract/limits.ts';
import { hashPassword, passwordMatches } from '../auth/password.ts';
import { newToken, tokenHash } from '../auth/token.ts';
import type { Config } from '../config.ts';
import { transaction, type Database, type Reader, type Transaction } from '../db/database.ts';
import { demand, invalid, Refusal } from '../http/refusal.ts';
import { pictureFrom } from '../media/images.ts';
import { replacePicture } from '../media/mutations.ts';
import { admit } from '../settings/mutations.ts';
import { signInRefusal } from './policy.ts';
import { accountById, accountColumns, credentialsOf } from './queries.ts';
import { sessions, users } from './tables.ts';

const dayLength = 24 * 60 * 60 * 1000;
const sessionLength = sessionDays * dayLength;

export interface NewSession {
  token: string;
  expiresAt: Date;
}

interface Visit {
  config: Config;
  now: Date;
  userAgent: string | undefined;
  /** The session the request came with; it ends at a sign-in. */
  token: string | undefined;
}

/** @throws Refusal `conflict` when the address is taken, `forbidden` where an invitation is needed */
export async function registerAccount(
  db: Database,
  form: z.output<(typeof register)['body']>,
  visit: Visit,
): Promise<{ account: Account; session: NewSession }> {
  const passwordHash = await hashPassword(form.password);
  return transaction(db, async (tx) => {
    await admit(tx, visit.config, form.invitation, visit.now);
    const [account] = await tx
      .insert(users)
      .values({
        id: randomUUID(),
        email: form.email,
        passwordHash,
        firstName: form.firstName,
        lastName: form.lastName || null,
        createdAt: visit.now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning(accountColumns);
    if (!account) {
      const message = 'An account with this email already exists';
      throw new Refusal('conflict', message, { fields: { email: message } });
    }
    return { account, session: await startSession(tx, account.id, visit) };
  });
}

/** @throws Refusal `sign_in_required` or `suspended` */
export async function signIn(
  db: Database,
  form: { email: string; password: string },
  visit: Visit,
): Promise<NewSession> {
  const credentials = await credentialsOf(db, form.email);
  demand(
    signInRefusal(credentials, await passwordMatches(credentials?.passwordHash, form.password)),
  );
  return transaction(db, async (tx) => {
    const [account] = await tx
      .select({ id: users.id, isActive: users.isActive })
      .from(users)
      .where(eq(users.email, form.email))
      .for('share');
    demand(signInRefusal(account, true));
    return startSession(tx, account?.id ?? '', visit);
  });
}

async function startSession(tx: Transaction, userId: string, visit: Visit): Promise<NewSession> {
  if (visit.token) await tx.delete(sessions).where(eq(sessions.id, tokenHash(visit.token)));
  const session = { token: newToken(), expiresAt: new Date(visit.now.getTime() + sessionLength) };
  await tx.insert(sessions).values({
    id: tokenHash(session.token),
    userId,
    createdAt: visit.now,
    lastSeenAt: visit.now,
    expiresAt: session.expiresAt,
    userAgent: visit.userAgent?.slice(0, 300) ?? null,
  });
  return session;
}

/** Moves a session's end on; once a day is often enough for a session of a month. */
export async function prolongSession(
  db: Database,
  token: string,
  session: { expiresAt: Date },
  now: Date,
): Promise<NewSession | undefined> {
  const expiresAt = new Date(now.getTime() + sessionLength);
  if (expiresAt.getTime() - session.expiresAt.getTime() < dayLength) return undefined;
  await db
    .update(sessions)
    .set({ expiresAt, lastSeenAt: now })
    .where(eq(sessions.id, tokenHash(token)));
  return { token, expiresAt };
}

export async function signOut(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, tokenHash(token)));
}

export async function saveProfile(
  db: Database,
  userId: string,
  profile: z.output<(typeof completeProfile)['body']>,
): Promise<Account> {
  return updateUser(db, userId, {
    bio: profile.bio,
    location: profile.location,
    lastName: profile.lastName,
    phoneNumber: profile.phoneNumber || null,
    smsNotifications: profile.smsNotifications,
  });
}

type AccountForm = z.output<(typeof updateAccount)['body']>;

/**
 * Changes the given fields; a field sent empty is cleared.
 * @throws Refusal `invalid` or `unavailable` for a picture
 */
export async function editAccount(
  db: Database,
  userId: string,
  form: AccountForm,
  now: Date,
): Promise<Account> {
  const changes = changesIn(form);
  const { profileImageUrl: image } = form;
  if (image === undefined) return updateUser(db, userId, changes);
  const picture = image?.startsWith('data:')
    ? await pictureFrom(image, 'profileImageUrl', 'avatar')
    : null;
  return transaction(db, async (tx) => {
    const oldUrl = await lockedPictureUrl(tx, userId);
    if (image && !picture) {
      if (image !== oldUrl) throw invalid({ profileImageUrl: pictureRule });
      return updateUser(tx, userId, changes);
    }
    return replacePicture(tx, { oldUrl, picture, ownerId: userId, now }, (profileImageUrl) =>
      updateUser(tx, userId, { ...changes, profileImageUrl }),
    );
  });
}

function changesIn(form: AccountForm): Partial<typeof users.$inferInsert> {
  const changes: Partial<typeof users.$inferInsert> = {};
  if (form.firstName !== undefined) changes.firstName = form.firstName;
  if (form.lastName !== undefined) changes.lastName = form.lastName || null;
  if (form.bio !== undefined) changes.bio = form.bio || null;
  if (form.location !== undefined) changes.location = form.location || null;
  return changes;
}

async function lockedPictureUrl(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx
    .select({ url: users.profileImageUrl })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return user?.url ?? null;
}

async function updateUser(
  db: Reader,
  userId: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<Account> {
  const account =
    Object.keys(changes).length > 0
      ? (
          await db.update(users).set(changes).where(eq(users.id, userId)).returning(accountColumns)
        )[0]
      : await accountById(db, userId);
  if (!account) throw new Refusal('sign_in_required', 'Please sign in to continue');
  return account;
}
