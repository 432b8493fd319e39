import { minute } from '#contract/platform/durations.ts';
import { freshSignInMinutes, maxTokens } from '#contract/platform/limits.ts';
import { invalid, Refusal } from '#platform/refusal.ts';

/** A recent sign-in counts as proof of identity. */
export const isFresh = (signedInAt: Date | undefined, now: Date): boolean =>
  signedInAt !== undefined && now.getTime() - signedInAt.getTime() < freshSignInMinutes * minute;

/** Without a recent sign-in, a member needs to give their password, if they have one. */
export function proofRefusal(
  { hasPassword }: { hasPassword: boolean },
  { typed, matches }: { typed: string | undefined; matches: boolean },
): Refusal | null {
  if (!hasPassword) return new Refusal('forbidden', signInAgain);
  if (!typed) return invalid({ password: 'Please enter your password' });
  return matches ? null : invalid({ password: 'This is not your password' });
}
const signInAgain = `Please log out and in again first: you can only make a token within ${freshSignInMinutes} minutes of logging in`;

export const numberRefusal = (live: number): Refusal | null =>
  live < maxTokens
    ? null
    : new Refusal(
        'conflict',
        `You already have ${maxTokens} tokens. Please end one that you no longer need`,
      );
