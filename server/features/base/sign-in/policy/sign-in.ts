import type { IssuerProblem } from '#contract/base/sign-in.ts';
import { suspendedRefusal } from '#features/base/accounts/policy.ts';
import type { Guessable } from './common-passwords.ts';
import { invalid, Refusal } from '#platform/refusal.ts';

/**
 * One answer for an unknown address and a wrong password; only a caller with the right password
 * learns of a ban.
 */
export function signInRefusal(
  account: { isActive: boolean; suspendedUntil?: Date | null } | undefined,
  passwordMatches: boolean,
): Refusal | null {
  if (!account || !passwordMatches)
    return new Refusal('sign_in_required', 'The email or password is not right');
  return suspendedRefusal(account);
}

/**
 * An existing account is linked to an issuer's only if the issuer has confirmed the address:
 * otherwise anyone could open the account by typing its address there.
 */
export const linkProblem = (claims: { emailVerified: boolean }): IssuerProblem | null =>
  claims.emailVerified ? null : 'address_taken';

/** The operator's own account, once its address is confirmed. */
export const isFirstAdmin = (
  account: { email: string; emailVerified: boolean; role: string },
  adminEmail: string | undefined,
): boolean => account.emailVerified && account.role !== 'admin' && account.email === adminEmail;

/** Added to the password rules, which a common password may well satisfy. */
export function guessableRefusal(as: Guessable | undefined): Refusal | null {
  if (as === undefined) return null;
  return invalid({ password: as === 'listed' ? onEveryList : aboutOneself });
}
const onEveryList = 'This password is too easy to guess. Please choose another one.';
const aboutOneself =
  'Names, addresses and the site’s name are easy to guess. Please choose another password.';

/**
 * Refuses forms whose hidden field is filled in. The message suggests a failure that a person could
 * fix and a robot can't.
 */
export const robotRefusal = (website: string | undefined): Refusal | null =>
  website
    ? new Refusal(
        'invalid',
        'Your account could not be created. Please reload the page and try again.',
      )
    : null;

/** For how many hours a link of each kind works. */
export const linkHours = { confirm_email: 7 * 24, reset_password: 1 } as const;
