import { z } from 'zod';
import type { Signer } from '../../../platform/crypto/signing.ts';
import { newToken, tokenHash } from '../../../platform/crypto/token.ts';

const purpose = 'second_step';
const halfwayMs = 10 * 60 * 1000;

const Halfway = z.object({
  /** Tells the ticket from others: it leads to one session. */
  name: z.string(),
  userId: z.string(),
  /** Of the password as it was: a new one takes back what the old one has begun. */
  mark: z.string(),
  until: z.number(),
});
export type Halfway = z.infer<typeof Halfway>;

/** What a browser keeps, as a cookie, of somebody who has shown all but the code. It opens nothing by itself. */
export interface Ticket {
  value: string;
  expiresAt: Date;
}

export const passwordMark = (passwordHash: string | null): string =>
  tokenHash(passwordHash ?? '').slice(0, 22);

export function halfwayTicket(
  signer: Signer,
  account: { id: string; passwordHash: string | null },
  now: Date,
): Ticket {
  const expiresAt = new Date(now.getTime() + halfwayMs);
  const halfway: Halfway = {
    name: newToken(),
    userId: account.id,
    mark: passwordMark(account.passwordHash),
    until: expiresAt.getTime(),
  };
  return { value: signer.sign(purpose, JSON.stringify(halfway)), expiresAt };
}

/** Of a ticket that was made here, for this and nothing else, and is not too old. */
export function halfwayOf(
  signer: Signer,
  ticket: string | undefined,
  now: Date,
): Halfway | undefined {
  const text = ticket && signer.read(purpose, ticket);
  // One of a version before has no name.
  const halfway = text ? Halfway.safeParse(JSON.parse(text)).data : undefined;
  return halfway && halfway.until > now.getTime() ? halfway : undefined;
}
