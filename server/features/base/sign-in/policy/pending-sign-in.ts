import { z } from 'zod';
import type { Signer } from '#platform/crypto/signing.ts';
import { minute } from '#contract/platform/durations.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';

const purpose = 'second_step';
const pendingSignInMs = 10 * minute;

const PendingSignIn = z.object({
  /** Makes each ticket unique: it leads to one session. */
  name: z.string(),
  userId: z.string(),
  /** A fingerprint of the password at the start: a new password cancels the pending sign-in. */
  mark: z.string(),
  until: z.number(),
});
export type PendingSignIn = z.infer<typeof PendingSignIn>;

/**
 * A cookie for a browser that has passed every step but the code. It grants no access by itself.
 */
export interface Ticket {
  value: string;
  expiresAt: Date;
}

export const passwordMark = (passwordHash: string | null): string =>
  tokenHash(passwordHash ?? '').slice(0, 22);

export function pendingSignInTicket(
  account: { id: string; passwordHash: string | null },
  signer: Signer,
  now: Date,
): Ticket {
  const expiresAt = new Date(now.getTime() + pendingSignInMs);
  const pendingSignIn: PendingSignIn = {
    name: newToken(),
    userId: account.id,
    mark: passwordMark(account.passwordHash),
    until: expiresAt.getTime(),
  };
  return { value: signer.sign(purpose, JSON.stringify(pendingSignIn)), expiresAt };
}

/** Reads a ticket; undefined unless this site made it for this purpose and recently. */
export function pendingSignInOf(
  ticket: string | undefined,
  signer: Signer,
  now: Date,
): PendingSignIn | undefined {
  const text = ticket && signer.read(purpose, ticket);
  // Tickets of the previous version have no name.
  const pendingSignIn = text ? PendingSignIn.safeParse(JSON.parse(text)).data : undefined;
  return pendingSignIn && pendingSignIn.until > now.getTime() ? pendingSignIn : undefined;
}
