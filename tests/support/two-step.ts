import type { ErrorCode } from '#contract/platform/errors.ts';
import { newKey } from '#platform/crypto/totp.ts';
import { transaction } from '#platform/db/database.ts';
import { addTwoStep } from '#features/base/sign-in/mutations/two-step.ts';
import type { TestApp } from './app.ts';
import { codeAt, stepMs } from './codes.ts';
import type { Client } from './client.ts';
import { password, type User } from './factories.ts';
import { openSigner } from '#features/base/settings/mutations.ts';

export interface TwoStepKeys {
  key: string;
  recoveryCodes: string[];
  /** Returns the current code, or one this many steps away. */
  code: (steps?: number) => string;
}

/**
 * Switches two-step sign-in on with the previous step's code, so that the current one stays unused.
 */
export async function switchTwoStepOn(
  { as, clock }: Pick<TestApp, 'as' | 'clock'>,
  user: Pick<User, 'id'>,
): Promise<TwoStepKeys> {
  const client = await as(user);
  const begun = await client.call('POST /api/auth/user/two-step/setup', { body: { password } });
  const { key, ticket } = begun.body;
  const code = (steps = 0) => codeAt(key, clock.read(), steps);
  const { body } = await client.call('POST /api/auth/user/two-step', {
    body: { ticket, code: code(-1) },
  });
  return { key, recoveryCodes: body.recoveryCodes, code };
}

/** Switches two-step sign-in on in the database, for tests that need it often. */
export async function plantTwoStep(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  user: Pick<User, 'id'>,
): Promise<TwoStepKeys> {
  const now = clock.read();
  const [key, signer] = [newKey(), await openSigner(db, { sessionSecret: undefined }, now)];
  const step = Math.floor(now.getTime() / stepMs) - 1;
  const recoveryCodes = await transaction(db, (tx) =>
    addTwoStep(tx, user.id, { key, step }, signer, now),
  );
  return { key, recoveryCodes, code: (steps = 0) => codeAt(key, now, steps) };
}

/** Creates a member with two-step sign-in. */
export async function memberWithTwoStep(app: TestApp): Promise<User & TwoStepKeys> {
  const user = await app.make.user();
  return { ...user, ...(await switchTwoStepOn(app, user)) };
}

/** Opens a browser that has passed the password step. */
export async function openPendingSignIn(client: Client, email: string): Promise<Client> {
  await client.call('POST /api/login', { body: { email, password } });
  return client;
}

export const withCode = (client: Client, code: string): Promise<number | ErrorCode> =>
  client.outcome('POST /api/login/code', { body: { code } });
