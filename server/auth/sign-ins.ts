import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { signInsShown } from '../../contract/limits.ts';
import { signIns, users } from '../accounts/tables.ts';
import type { Reader } from '../db/database.ts';
import { newToken, tokenHash } from './token.ts';
import type { Signer } from './signing.ts';

const purpose = 'device';
const addressMark = (email: string) => tokenHash(email).slice(0, 22);

/** What a browser keeps once somebody has signed in with it: OWASP's device cookie. */
export const markDevice = (signer: Signer, email: string): string =>
  signer.sign(purpose, `${addressMark(email)} ${newToken()}`);

/** The name of a device that this account has been signed in with; undefined for any other. */
function deviceOf(signer: Signer, email: string, cookie: string | undefined): string | undefined {
  const [mark, name] = (cookie && signer.read(purpose, cookie))?.split(' ') ?? [];
  return mark === addressMark(email) ? name : undefined;
}

/** Where a call comes from. */
export interface Place {
  signer: Signer;
  network: string;
  /** The cookie of `markDevice`, as it came. */
  device: string | undefined;
}

export const isKnownDevice = ({ signer, device }: Place, email: string): boolean =>
  deviceOf(signer, email, device) !== undefined;

/**
 * The device or network that the owner of an account has signed in from before. Guesses are counted for each of
 * these alone and for all other places together, so that nobody elsewhere uses up the owner's tries.
 */
export async function knownPlace(
  db: Reader,
  email: string,
  { signer, network, device }: Place,
): Promise<string | undefined> {
  const name = deviceOf(signer, email, device);
  if (name) return `device ${name}`;
  const [known] = await db
    .select({ id: signIns.id })
    .from(signIns)
    .innerJoin(users, eq(users.id, signIns.userId))
    .where(
      and(
        eq(users.email, email),
        eq(signIns.network, network),
        inArray(signIns.outcome, ['signed_in', 'new_device']),
      ),
    )
    .limit(1);
  return known && `network ${network}`;
}

/** Whether somebody has signed in to the account from this network in the time that the log goes back. */
export async function isKnownNetwork(
  db: Reader,
  userId: string,
  network: string,
): Promise<boolean> {
  const [known] = await db
    .select({ id: signIns.id })
    .from(signIns)
    .where(
      and(
        eq(signIns.userId, userId),
        eq(signIns.network, network),
        inArray(signIns.outcome, ['signed_in', 'new_device']),
      ),
    )
    .limit(1);
  return known !== undefined;
}

type Outcome = (typeof signIns.$inferInsert)['outcome'];

/** Writes down what became of a try, also where there is no such account: it takes the same time. */
export async function recordSignIn(
  db: Reader,
  userId: string | null,
  outcome: Outcome,
  { network, now }: { network: string; now: Date },
): Promise<void> {
  await db
    .insert(signIns)
    .values({ userId, network, outcome, day: now.toISOString().slice(0, 10), at: now })
    .onConflictDoUpdate({
      target: [signIns.userId, signIns.network, signIns.outcome, signIns.day],
      set: { times: sql`${signIns.times} + 1`, at: now },
    });
}

/** A member's latest, the last first. */
export function signInsOf(db: Reader, userId: string) {
  return db
    .select({
      at: signIns.at,
      network: signIns.network,
      outcome: signIns.outcome,
      times: signIns.times,
    })
    .from(signIns)
    .where(eq(signIns.userId, userId))
    .orderBy(desc(signIns.at), desc(signIns.id))
    .limit(signInsShown);
}
