import { invalid, Refusal } from '#platform/refusal.ts';

/** Who leaves says so once more: by the password, or by the e-mail address where there is no password. */
export function deletionRefusal(
  account: { email: string; hasPassword: boolean },
  proof: { passwordMatches: boolean; email: string | undefined },
): Refusal | null {
  if (account.hasPassword) {
    return proof.passwordMatches ? null : invalid({ password: 'This is not your password' });
  }
  const typed = proof.email?.trim().toLowerCase();
  return typed === account.email ? null : invalid({ email: 'This is not your email' });
}
