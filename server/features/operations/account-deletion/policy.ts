import { tidyEmail } from '#contract/platform/email-address.ts';
import { invalid, Refusal } from '#platform/refusal.ts';

/**
 * Members confirm the deletion by their password, or by their email address if they have no
 * password.
 */
export function deletionRefusal(
  account: { email: string; hasPassword: boolean },
  proof: { passwordMatches: boolean; email: string | undefined },
): Refusal | null {
  if (account.hasPassword) {
    return proof.passwordMatches ? null : invalid({ password: 'This is not your password' });
  }
  const typed = proof.email !== undefined && tidyEmail(proof.email);
  return typed === account.email ? null : invalid({ email: 'This is not your email' });
}
