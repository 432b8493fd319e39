import { needsHostName } from '#contract/base/form-words.ts';
import { freshSignInMinutes, maxPasskeys } from '#contract/platform/limits.ts';
import { isFresh } from '#features/base/tokens/policy.ts';
import { invalid, Refusal } from '#platform/refusal.ts';

export const noHostName = () => new Refusal('conflict', needsHostName);

/** Tells an operator who has moved the site to another host, at its start. */
export const movedAway = (count: number, host: string): string =>
  `${count} ${count === 1 ? 'passkey was' : 'passkeys were'} made for another host and won’t work at ${host}. ` +
  'Their owners can log in another way and add a new one. If this is a mistake, set PUBLIC_URL to the address before.';

/** One message for an answer that is wrong, used before or of another site. */
export const wrongPasskey = () =>
  new Refusal('sign_in_required', 'That didn’t work. Please try again, or log in another way.');

export const copiedPasskey = () =>
  new Refusal(
    'sign_in_required',
    'This passkey may have been copied, so we haven’t let it in. Please log in another way and remove it under Settings.',
  );

export const wrongRegistration = () =>
  invalid({ response: 'Your device’s answer didn’t work. Please start again.' });

/** An authenticator that counts its uses never repeats a number, unless there are two of it. */
export const isCopied = (before: number, now: number): boolean =>
  (before > 0 || now > 0) && now <= before;

/** An account without a password has nothing to type, so its sign-in must be recent. */
export const freshRefusal = (signedInAt: Date | undefined, now: Date): Refusal | null =>
  isFresh(signedInAt, now)
    ? null
    : new Refusal(
        'sign_in_required',
        `Please log out and in again first: without a password, you can only add a passkey within ${freshSignInMinutes} minutes of logging in.`,
      );

export const numberRefusal = (existing: number): Refusal | null =>
  existing < maxPasskeys
    ? null
    : new Refusal(
        'conflict',
        `You already have ${maxPasskeys} passkeys. Please remove one that you no longer use.`,
      );

/** The ways to sign in to an account here and now. */
export interface WaysIn {
  hasPassword: boolean;
  /** An account at the outside issuer that this site uses. */
  hasIssuer: boolean;
  /** Its passkeys that work on this host. */
  passkeys: number;
}

/** Refuses to remove the last way in; a passkey of another host is none. */
export const lastWayRefusal = (
  { hasPassword, hasIssuer, passkeys }: WaysIn,
  { worksHere }: { worksHere: boolean },
): Refusal | null =>
  !worksHere || hasPassword || hasIssuer || passkeys > 1
    ? null
    : new Refusal(
        'conflict',
        'This is your only way to log in. Set a password or add another passkey first.',
      );
