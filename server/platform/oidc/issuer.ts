import type { FastifyBaseLogger } from 'fastify';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { type CleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import type { IssuerProblem } from '#contract/base/sign-in.ts';
import { second } from '#contract/platform/durations.ts';
import { loginCallbackPath } from '#contract/platform/paths.ts';
import type { Config } from '#platform/config.ts';
import { IssuerFailure } from './issuer-failure.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { DeadlineError, withDeadline } from '#platform/process/deadline.ts';

/** The time limit for the way through the issuer. */
const attemptMs = 10 * 60 * 1000;
/** For the discovery of the issuer, and again for all calls that a sign-in takes. */
const defaultTimeoutSeconds = 5;
const toleratedSkewSeconds = 30;
const purpose = 'sign_in_attempt';

/** The claims that the issuer vouches for. */
export interface Claims {
  issuer: CleanText;
  subject: CleanText;
  email: CleanText | undefined;
  /** True if the issuer has confirmed that the person receives emails at this address. */
  emailVerified: boolean;
  firstName: CleanText | undefined;
  lastName: CleanText | undefined;
}

/** The state that the browser keeps between leaving for the issuer and coming back. */
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
  until: z.number(),
});
export type Attempt = z.infer<typeof Attempt>;

export interface Issuer {
  /** @throws IssuerFailure `away` */
  begin: (from: { origin: string; next: string | undefined; now: Date }) => Promise<{
    url: string;
    /** A cookie for the browser. */
    ticket: { value: string; expiresAt: Date };
  }>;
  /** Reads the attempt from a ticket made here that is not too old. */
  attemptOf: (ticket: string | undefined, now: Date) => Attempt | undefined;
  /** @throws IssuerFailure */
  complete: (
    attempt: Attempt | undefined,
    answer: Record<string, unknown>,
    origin: string,
  ) => Promise<Claims>;
}

export type IssuerSettings = NonNullable<Config['oidc']>;

/** Signs people in by OpenID Connect: authorization code, PKCE, state and nonce, each used once. */
export function openIssuer(
  settings: IssuerSettings,
  signer: Signer,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutSeconds = defaultTimeoutSeconds,
): Issuer {
  const inTime = { longestMs: timeoutSeconds * second };
  // All callers wait for the same discovery, so one that never ended would keep everybody out.
  const configuration = lazily(() =>
    withDeadline(inTime, () => discoverIssuer(settings, timeoutSeconds)),
  );

  const reachableConfiguration = async () => {
    try {
      return await configuration();
    } catch (error) {
      log.warn({ err: error }, 'the sign-in issuer cannot be reached');
      throw new IssuerFailure('away', error);
    }
  };

  return {
    begin: async ({ origin, next, now }) => {
      const issuer = await reachableConfiguration();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const verifier = oidc.randomPKCECodeVerifier();
      const expiresAt = new Date(now.getTime() + attemptMs);
      const attempt: Attempt = { state, nonce, verifier, next, until: expiresAt.getTime() };
      const url = oidc.buildAuthorizationUrl(issuer, {
        redirect_uri: callbackUrl(origin).href,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const value = signer.sign(purpose, JSON.stringify(attempt));
      return { url: url.href, ticket: { value, expiresAt } };
    },

    attemptOf: (ticket, now) => {
      const text = ticket && signer.read(purpose, ticket);
      const attempt = text ? Attempt.parse(JSON.parse(text)) : undefined;
      return attempt && attempt.until > now.getTime() ? attempt : undefined;
    },

    complete: async (attempt, answer, origin) => {
      if (!attempt || answer.state !== attempt.state) throw new IssuerFailure('expired');
      const issuer = await reachableConfiguration();
      try {
        const url = withAnswer(callbackUrl(origin), answer);
        return await withDeadline(inTime, () => claimsOf(issuer, attempt, url));
      } catch (error) {
        const problem = problemOf(error);
        if (problem !== 'cancelled')
          log.warn({ err: error }, 'a sign-in through the issuer failed');
        throw new IssuerFailure(problem, error);
      }
    },
  };
}

const callbackUrl = (origin: string) => new URL(loginCallbackPath, origin);

function withAnswer(url: URL, answer: Record<string, unknown>): URL {
  for (const [name, value] of Object.entries(answer)) {
    for (const each of [value].flat()) url.searchParams.append(name, String(each));
  }
  return url;
}

async function discoverIssuer(
  { issuer, clientId, clientSecret }: IssuerSettings,
  timeoutSeconds: number,
): Promise<oidc.Configuration> {
  const overHttp = new URL(issuer).protocol === 'http:';
  const configuration = await oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: toleratedSkewSeconds },
    clientSecret ? secretMethodOf(clientSecret) : oidc.None(),
    {
      timeout: timeoutSeconds,
      execute: [oidc.enableNonRepudiationChecks, ...(overHttp ? [oidc.allowInsecureRequests] : [])],
    },
  );
  return configuration;
}

/**
 * Sends the secret in the body if the issuer supports it, else in the header, the standard's
 * default.
 */
function secretMethodOf(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const authenticate = methods.includes('client_secret_post') ? inBody : inHeader;
    authenticate(server, client, body, headers);
  };
}

async function claimsOf(issuer: oidc.Configuration, attempt: Attempt, url: URL): Promise<Claims> {
  const tokens = await oidc.authorizationCodeGrant(issuer, url, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the issuer sent no ID token');
  if (claims.iat > Date.now() / 1000 + toleratedSkewSeconds) {
    throw new Error('the ID token is of a time to come');
  }
  const more =
    claims.email === undefined && issuer.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(issuer, tokens.access_token, claims.sub)
      : {};
  const profile = Profile.parse({ ...more, ...claims });
  return cleanTexts({
    issuer: claims.iss,
    subject: claims.sub,
    email: profile.email,
    emailVerified: profile.email_verified === true,
    firstName: profile.given_name ?? profile.name?.split(' ')[0],
    lastName: profile.family_name,
  });
}

const optionalClaim = z.string().optional().catch(undefined);

/** A malformed claim counts as missing. */
const Profile = z.object({
  email: optionalClaim,
  email_verified: z.unknown().optional(),
  given_name: optionalClaim,
  family_name: optionalClaim,
  name: optionalClaim,
});

function problemOf(error: unknown): IssuerProblem {
  if (error instanceof oidc.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'cancelled' : 'failed';
  }
  return error instanceof TypeError || isTimeout(error) ? 'away' : 'failed';
}

const isTimeout = (error: unknown) =>
  error instanceof DeadlineError ||
  (error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT');

/** Loads once for all waiting callers, and again after a failure. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
