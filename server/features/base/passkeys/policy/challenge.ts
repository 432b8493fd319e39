import { z } from 'zod';
import { minute } from '#contract/platform/durations.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { newToken } from '#platform/crypto/token.ts';
import type { Reply } from '#platform/http/context.ts';

const challengeMs = 5 * minute;
const cookie = 'passkey';

const Challenge = z.object({
  /** Makes each challenge unique: one answer uses it up. */
  name: z.string(),
  /** The member who adds a passkey; absent from a sign-in. */
  userId: z.string().optional(),
  until: z.number(),
});
export type Challenge = z.infer<typeof Challenge>;

/** A browser, by the cookie that its challenges are bound to; undefined before its first. */
export type BrowserKey = string | undefined;

export const browserKeyIn = ({
  pathKey,
}: {
  pathKey: (name: string) => string | undefined;
}): BrowserKey => pathKey(cookie);

const purposeFor = (browserKey: string) => `passkey ${browserKey}`;

interface NewChallenge {
  challenge: { text: string; ms: number };
  /** The cookie of the browser that may answer. */
  pathKey: NonNullable<Reply<unknown>['pathKey']>;
}

/**
 * Makes a challenge that this browser alone can answer, and only once. All tabs of a browser share
 * its cookie, so one tab's challenge leaves another's alone.
 */
export function newChallenge(
  userId: string | undefined,
  browserKey: BrowserKey,
  signer: Signer,
  now: Date,
): NewChallenge {
  const value = browserKey ?? newToken();
  const expiresAt = new Date(now.getTime() + challengeMs);
  const challenge: Challenge = {
    name: newToken(),
    ...(userId !== undefined && { userId }),
    until: expiresAt.getTime(),
  };
  return {
    challenge: { text: signer.sign(purposeFor(value), JSON.stringify(challenge)), ms: challengeMs },
    pathKey: { name: cookie, paths: ['/api/passkeys'], kept: { value, expiresAt } },
  };
}

/** Reads a challenge; undefined unless it was made here, recently and for this browser. */
export function challengeOf(
  text: string | undefined,
  browserKey: BrowserKey,
  signer: Signer,
  now: Date,
): Challenge | undefined {
  if (text === undefined || browserKey === undefined) return undefined;
  const signed = signer.read(purposeFor(browserKey), text);
  const challenge = signed ? Challenge.parse(JSON.parse(signed)) : undefined;
  return challenge && challenge.until > now.getTime() ? challenge : undefined;
}
