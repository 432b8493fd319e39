import { eq } from 'drizzle-orm';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Session } from '#platform/http/caller-provider.ts';
import { recoveryCodes, twoSteps } from '../tables.ts';

export async function twoStepOf(db: Reader, userId: string) {
  const [row] = await db.select().from(twoSteps).where(eq(twoSteps.userId, userId));
  return row;
}

export const hasTwoStep = async (db: Reader, userId: string): Promise<boolean> =>
  (await twoStepOf(db, userId)) !== undefined;

export const recoveryCodesLeft = (db: Reader, userId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));

/**
 * Tells whether an admin's session lacks the two steps that the site requires of admins. A passkey
 * that verified its user was both.
 */
export const lacksTwoStep = async (
  db: Reader,
  { account: { id, role }, verifiedUser }: Session,
  config: Config,
): Promise<boolean> =>
  config.adminTwoStep && role === 'admin' && !verifiedUser && !(await hasTwoStep(db, id));
