import type { IssuerProblem } from '../../contract/identity.ts';
import { Refusal } from '../http/refusal.ts';

/** One answer for an unknown address and a wrong password; a ban is told only to who knows the password. */
export function signInRefusal(
  account: { isActive: boolean } | undefined,
  passwordMatches: boolean,
): Refusal | null {
  if (!account || !passwordMatches)
    return new Refusal('sign_in_required', 'The email or password is not right');
  return account.isActive ? null : new Refusal('suspended', 'This account has been suspended');
}

/**
 * An account is handed to who comes from an issuer only where both sides have seen that mail to the address
 * reaches them: else an address that somebody merely typed, here or there, would open it.
 */
export const linkProblem = (
  account: { emailVerified: boolean },
  claims: { emailVerified: boolean },
): IssuerProblem | null => (account.emailVerified && claims.emailVerified ? null : 'address_taken');

/** The operator's own account, once its address is confirmed. */
export const isFirstAdmin = (
  account: { email: string; emailVerified: boolean; role: string },
  adminEmail: string | undefined,
): boolean => account.emailVerified && account.role !== 'admin' && account.email === adminEmail;

/** What no person fills in; told as a failure that a person could do something about, and a robot can't. */
export const robotRefusal = (website: string | undefined): Refusal | null =>
  website
    ? new Refusal(
        'invalid',
        'Your account could not be created. Please reload the page and try again.',
      )
    : null;
