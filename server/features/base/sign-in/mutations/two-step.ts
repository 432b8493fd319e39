import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { codeMissing, isAppCode, passwordMissing } from '#contract/base/two-step.ts';
import { lockViewer } from '#features/base/accounts/mutations.ts';
import { passwordHashOf } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { newRecoveryCode, recoveryHash } from '#platform/crypto/readable-code.ts';
import { pendingSignInOf, passwordMark } from '../policy/pending-sign-in.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { passwordMatches } from '#platform/crypto/password.ts';
import type { NewSession } from '#platform/http/context.ts';
import type { Viewer } from '#platform/viewer.ts';
import { spendTicket } from './spent-tickets.ts';
import { addressOfKey, newKey, stepOfCode } from '#platform/crypto/totp.ts';
import { beginSession, type SignInAttempt } from './session-start.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, invalid } from '#platform/refusal.ts';
import { signInRefusal } from '../policy/sign-in.ts';
import { signInColumns } from '../queries/sign-in.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import {
  absentRefusal,
  beginAgain,
  setUpRefusal,
  unreadableKey,
  wrongCode,
} from '../policy/two-step.ts';
import { hasTwoStep, recoveryCodesLeft, twoStepOf } from '../queries/two-step.ts';
import { recoveryCodes, twoSteps } from '../tables.ts';
import { recordSignIn } from './sign-in-log.ts';

const sealingPurpose = 'two_step_key';
const setUpPurpose = 'two_step_setup';
const setUpMs = 30 * 60 * 1000;
const codesAtOnce = 10;

/**
 * Begins the session after a right password, in the browser that entered it.
 * @throws Refusal `sign_in_required` if that was too long ago, `invalid` for a wrong code,
 * `suspended`
 */
export async function finishSignIn(
  db: Database,
  { code, ticket }: { code: string; ticket: string | undefined },
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<NewSession> {
  const pendingSignIn = pendingSignInOf(ticket, signer, now);
  if (!pendingSignIn) throw beginAgain();
  let isWrong = false;
  const finished = transaction(db, async (tx) => {
    const [account] = await tx
      .select(signInColumns)
      .from(users)
      .where(eq(users.id, pendingSignIn.userId))
      .for('share');
    if (!account || passwordMark(account.passwordHash) !== pendingSignIn.mark) throw beginAgain();
    demand(signInRefusal(account, true));
    if (!(await hasTwoStep(tx, account.id))) throw beginAgain();
    if (!(await spendTicket(tx, pendingSignIn))) throw beginAgain();
    isWrong = !(await spendCode(tx, account.id, code, signer, now));
    if (isWrong) throw wrongCode();
    return (await beginSession(tx, account, visit, config, signer, now)).session;
  });
  return finished.catch(async (error: unknown) => {
    if (isWrong) await recordSignIn(db, pendingSignIn.userId, 'refused', visit.network, now);
    throw error;
  });
}

/** Uses up a code of the app, or a recovery code; only one concurrent caller succeeds. */
const spendCode = (
  tx: Transaction,
  userId: string,
  code: string,
  signer: Signer,
  now: Date,
): Promise<boolean> =>
  isAppCode(code)
    ? spendAppCode(tx, userId, code, signer, now)
    : spendRecoveryCode(tx, userId, code, now);

async function spendAppCode(
  tx: Transaction,
  userId: string,
  code: string,
  signer: Signer,
  now: Date,
): Promise<boolean> {
  const row = await twoStepOf(tx, userId);
  if (!row) return false;
  const key = signer.open(sealingPurpose, userId, row.sealedKey);
  if (key === undefined) throw unreadableKey();
  const step = stepOfCode(key, code, now);
  if (step === undefined) return false;
  const counted = await tx
    .update(twoSteps)
    .set({ lastStep: step })
    .where(and(eq(twoSteps.userId, userId), lt(twoSteps.lastStep, step)))
    .returning({ userId: twoSteps.userId });
  return counted.length > 0;
}

async function spendRecoveryCode(
  tx: Transaction,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const spent = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.id, recoveryHash(code)), eq(recoveryCodes.userId, userId)))
    .returning({ id: recoveryCodes.id });
  if (spent.length === 0) return false;
  const left = await recoveryCodesLeft(tx, userId);
  await enqueue(tx, 'recovery_code_used', userId, { left }, now);
  return true;
}

const SetUp = z.object({
  userId: z.string(),
  key: z.string(),
  /** A fingerprint of the password at the start: a new password cancels the setup. */
  mark: z.string(),
  until: z.number(),
});
type SetUp = z.infer<typeof SetUp>;

/**
 * Creates a key for the viewer's app, and a ticket that returns it with the first code. The server
 * stores nothing yet.
 * @throws Refusal `invalid` for a wrong password, `conflict` if two-step sign-in is on
 */
export async function beginSetUp(
  db: Database,
  viewer: Viewer,
  password: string,
  siteName: string,
  signer: Signer,
  now: Date,
): Promise<{ key: string; address: string; ticket: string }> {
  const passwordHash = await requirePassword(db, viewer, password);
  demand(setUpRefusal(await hasTwoStep(db, viewer.id)));
  const key = newKey();
  const begun: SetUp = {
    userId: viewer.id,
    key,
    mark: passwordMark(passwordHash),
    until: now.getTime() + setUpMs,
  };
  return {
    key,
    address: addressOfKey(key, { site: siteName, account: viewer.email }),
    ticket: signer.sign(setUpPurpose, JSON.stringify(begun)),
  };
}

/**
 * Switches two-step sign-in on, once a code proves that the app has the key.
 * @returns the recovery codes, which can't be read again
 * @throws Refusal `invalid`, `conflict` if it is on
 */
export async function switchOn(
  db: Database,
  viewer: Viewer,
  form: { ticket: string; code: string },
  signer: Signer,
  now: Date,
): Promise<string[]> {
  const begun = readSetUp(viewer, form.ticket, signer, now);
  if (!begun) throw tooLate();
  const { key } = begun;
  const step = stepOfCode(key, form.code, now);
  if (step === undefined) throw wrongCode();
  return transaction(db, async (tx) => {
    const account = await lockViewer(tx, viewer);
    if (passwordMark(account.passwordHash) !== begun.mark) throw tooLate();
    const codes = await addTwoStep(tx, viewer.id, { key, step }, signer, now);
    await enqueue(tx, 'two_step_on', viewer.id, {}, now);
    return codes;
  });
}

/**
 * Stores the sealed key and the time step of its first code, and creates the recovery codes.
 * @throws Refusal `conflict` if there is a key
 */
export async function addTwoStep(
  tx: Transaction,
  userId: string,
  { key, step }: { key: string; step: number },
  signer: Signer,
  now: Date,
): Promise<string[]> {
  const made = await tx
    .insert(twoSteps)
    .values({
      userId,
      sealedKey: signer.seal(sealingPurpose, userId, key),
      lastStep: step,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ userId: twoSteps.userId });
  demand(setUpRefusal(made.length === 0));
  return makeRecoveryCodes(tx, userId, now);
}

function readSetUp(viewer: Viewer, ticket: string, signer: Signer, now: Date): SetUp | undefined {
  const text = signer.read(setUpPurpose, ticket);
  // Tickets of the previous version name no password.
  const begun = text ? SetUp.safeParse(JSON.parse(text)).data : undefined;
  return begun?.userId === viewer.id && begun.until > now.getTime() ? begun : undefined;
}

const tooLate = () => invalid({ ticket: 'This has taken too long. Please start again.' });

/**
 * Replaces the recovery codes.
 * @throws Refusal `invalid`, `conflict` if two-step sign-in is off
 */
export async function renewCodes(
  db: Database,
  viewer: Viewer,
  proof: Proof,
  signer: Signer,
  now: Date,
): Promise<string[]> {
  return withProof(db, viewer, proof, (tx) => makeRecoveryCodes(tx, viewer.id, now), signer, now);
}

/** @throws Refusal `invalid`, `conflict` if it is off */
export async function switchOff(
  db: Database,
  viewer: Viewer,
  proof: Proof,
  signer: Signer,
  now: Date,
): Promise<void> {
  const drop = async (tx: Transaction) => {
    await dropTwoStep(tx, viewer.id);
    await enqueue(tx, 'two_step_off', viewer.id, { byAdmin: false }, now);
  };
  await withProof(db, viewer, proof, drop, signer, now);
}

/** Deletes the key and the recovery codes; returns whether there were any. */
export async function dropTwoStep(tx: Transaction, userId: string): Promise<boolean> {
  const dropped = await tx
    .delete(twoSteps)
    .where(eq(twoSteps.userId, userId))
    .returning({ userId: twoSteps.userId });
  return dropped.length > 0;
}

interface Proof {
  password: string;
  code: string;
}

/** A change of two-step sign-in needs both the password and a code. */
async function withProof<T>(
  db: Database,
  viewer: Viewer,
  { password, code }: Proof,
  work: (tx: Transaction) => Promise<T>,
  signer: Signer,
  now: Date,
): Promise<T> {
  const provenHash = await requirePassword(db, viewer, password);
  return transaction(db, async (tx) => {
    const account = await lockViewer(tx, viewer);
    demand(signInRefusal(account, account.passwordHash === provenHash));
    demand(absentRefusal(await hasTwoStep(tx, viewer.id)));
    if (!(await spendCode(tx, viewer.id, code, signer, now))) throw wrongCode();
    return work(tx);
  });
}

/**
 * Proves the viewer by their password, and by a code if two-step sign-in is on.
 * @throws Refusal `invalid`
 */
export async function proveOwner(
  db: Database,
  viewer: Viewer,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  signer: Signer,
  now: Date,
): Promise<void> {
  if (password === undefined) throw invalid({ password: passwordMissing });
  await requirePassword(db, viewer, password);
  await proveSecondStep(db, viewer, code, signer, now);
}

/**
 * Uses up a code of the viewer's if two-step sign-in is on.
 * @throws Refusal `invalid` for no code or a wrong one
 */
export async function proveSecondStep(
  db: Database,
  viewer: Viewer,
  code: string | undefined,
  signer: Signer,
  now: Date,
): Promise<void> {
  if (!(await hasTwoStep(db, viewer.id))) return;
  if (code === undefined) throw invalid({ code: codeMissing });
  const isRight = await transaction(db, async (tx) => {
    await lockViewer(tx, viewer);
    return spendCode(tx, viewer.id, code, signer, now);
  });
  if (!isRight) throw wrongCode();
}

async function requirePassword(
  db: Database,
  viewer: Viewer,
  password: string,
): Promise<string | null> {
  const passwordHash = await passwordHashOf(db, viewer.id);
  if (!(await passwordMatches(passwordHash, password))) {
    throw invalid({ password: 'This is not your password' });
  }
  return passwordHash;
}

async function makeRecoveryCodes(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: recoveryHash(code), userId, createdAt: now })));
  return codes;
}
