import { and, eq } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { day, hour } from '#contract/platform/durations.ts';
import { tokenPrefix, type NewToken, type TokenScope } from '#contract/base/tokens.ts';
import { passwordMatches } from '#platform/crypto/password.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import type { Bearer } from '#platform/http/caller-provider.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound, signInRequired } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { passwordHashOf } from '#features/base/accounts/queries.ts';
import { recordSignIn } from '#features/base/sign-in/mutations/sign-in-log.ts';
import { lockViewer } from '#features/base/accounts/mutations.ts';
import { proveSecondStep } from '#features/base/sign-in/mutations/two-step.ts';
import { sessionBegan } from '#features/base/sign-in/queries/sessions.ts';
import { isFresh, numberRefusal, proofRefusal } from './policy.ts';
import { liveTokens } from './queries.ts';
import { accessTokens } from './tables.ts';

/** A request for a token, with the proof of its maker's identity. */
interface TokenRequest {
  name: CleanText;
  scopes: TokenScope[];
  expiresInDays: number;
  password?: string | undefined;
  code?: string | undefined;
  /** The session that creates the token. */
  session: string | undefined;
  network: string;
}

/**
 * @returns the token itself, which can't be read again
 * @throws Refusal `invalid` or `forbidden` without proof, `conflict` at the limit
 */
export async function makeToken(
  db: Database,
  viewer: Viewer,
  request: TokenRequest,
  signer: Signer,
  now: Date,
): Promise<NewToken> {
  const provenHash = await requireProof(db, viewer, request, signer, now);
  const token = `${tokenPrefix}${newToken()}`;
  return transaction(db, async (tx) => {
    const account = await lockViewer(tx, viewer);
    // A new password cancels an action that began with the old one.
    if (account.passwordHash !== provenHash) throw signInRequired();
    demand(numberRefusal(await liveTokens(tx, viewer.id, now)));
    const { name, scopes } = request;
    const expiresAt = new Date(now.getTime() + request.expiresInDays * day);
    const [made] = await tx
      .insert(accessTokens)
      .values({
        hash: tokenHash(token),
        userId: viewer.id,
        name,
        scopes,
        createdAt: now,
        expiresAt,
      })
      .returning({ id: accessTokens.id });
    if (!made) throw new Error('no token was kept');
    await recordSignIn(tx, viewer.id, 'token_made', request.network, now);
    const payload = { at: now.toISOString(), network: request.network };
    await enqueue(tx, 'token_made', viewer.id, payload, now);
    return { id: made.id, name, scopes, token, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Returns the password's hash, for a member who signed in recently or proves their identity here.
 */
async function requireProof(
  db: Database,
  viewer: Viewer,
  { session, password, code }: TokenRequest,
  signer: Signer,
  now: Date,
): Promise<string | null> {
  const passwordHash = await passwordHashOf(db, viewer.id);
  const signedInAt = session === undefined ? undefined : await sessionBegan(db, session);
  if (isFresh(signedInAt, now)) return passwordHash;
  const matches = password !== undefined && (await passwordMatches(passwordHash, password));
  demand(proofRefusal({ hasPassword: passwordHash !== null }, { typed: password, matches }));
  await proveSecondStep(db, viewer, code, signer, now);
  return passwordHash;
}

/** @throws Refusal `not_found` */
export async function endToken(
  db: Database,
  viewer: Viewer,
  tokenId: number,
  network: string,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const ended = await tx
      .delete(accessTokens)
      .where(and(eq(accessTokens.id, tokenId), eq(accessTokens.userId, viewer.id)))
      .returning({ id: accessTokens.id });
    if (ended.length === 0) throw notFound('Token');
    await recordSignIn(tx, viewer.id, 'token_ended', network, now);
  });
}

/** Records that a token is in use, to the hour. */
export async function recordTokenUse(
  db: Database,
  { id, lastUsedAt }: Bearer,
  now: Date,
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < hour) return;
  await db.update(accessTokens).set({ lastUsedAt: now }).where(eq(accessTokens.id, id));
}
