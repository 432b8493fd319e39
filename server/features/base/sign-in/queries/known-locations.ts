import { and, eq, exists, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { signIns } from '../tables.ts';

const purpose = 'device';
const addressMark = (email: string) => tokenHash(email).slice(0, 22);

/** The account that the device or network may belong to. */
interface Owner {
  email: string;
  knownSince: Date | null;
}

const sinceMark = ({ knownSince }: Pick<Owner, 'knownSince'>) =>
  knownSince ? ` ${knownSince.getTime().toString(36)}` : '';

/**
 * A cookie that marks the browser after a sign-in, until the password changes: OWASP's device
 * cookie.
 */
export const markDevice = (owner: Owner, signer: Signer): string =>
  signer.sign(purpose, `${addressMark(owner.email)} ${newToken()}${sinceMark(owner)}`);

/** Reads a device's name if this account has signed in on it; undefined otherwise. */
function deviceOf(owner: Owner, cookie: string | undefined, signer: Signer): string | undefined {
  const [mark, name, ...since] = (cookie && signer.read(purpose, cookie))?.split(' ') ?? [];
  const isTheirs = mark === addressMark(owner.email);
  return isTheirs && sinceMark(owner).trim() === since.join(' ') ? name : undefined;
}

/** The location of a sign-in or an attempt. */
export interface SignInLocation {
  network: string;
  /** The cookie of `markDevice`, as received. */
  device: string | undefined;
}

/**
 * An account's history with a location: the device's name, and whether its owner has signed in from
 * the network.
 */
export interface KnownDevice extends Owner {
  device: string | undefined;
  network: boolean;
}

/**
 * Undefined without such an account. A new password makes every location unknown except the one
 * where it is set.
 */
export async function knownDeviceOf(
  db: Reader,
  email: CleanText,
  { network, device }: SignInLocation,
  signer: Signer,
): Promise<KnownDevice | undefined> {
  const signedIn = db
    .select({ id: signIns.id })
    .from(signIns)
    .where(
      and(
        eq(signIns.userId, users.id),
        eq(signIns.network, network),
        inArray(signIns.outcome, ['signed_in', 'new_device']),
        or(isNull(users.knownSince), gte(signIns.at, users.knownSince)),
      ),
    );
  const [owner] = await db
    .select({ knownSince: users.knownSince, network: sql<boolean>`${exists(signedIn)}` })
    .from(users)
    .where(eq(users.email, email));
  return owner && { ...owner, email, device: deviceOf({ ...owner, email }, device, signer) };
}

/**
 * The known device or network of an account's owner. Guesses from each of these count separately,
 * and from all other locations together, so nobody elsewhere can use up the owner's attempts.
 */
export async function knownLocation(
  db: Reader,
  email: CleanText,
  location: SignInLocation,
  signer: Signer,
): Promise<string | undefined> {
  const history = await knownDeviceOf(db, email, location, signer);
  if (history?.device) return `device ${history.device}`;
  return history?.network ? `network ${location.network}` : undefined;
}
