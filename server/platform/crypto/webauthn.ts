import { isIP } from 'node:net';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import { z } from 'zod';

/** Loaded at the first passkey: most of it reads certificates that nothing here asks for. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** ES256, Ed25519 and RS256: what phones, browsers and security keys make. */
const algorithms = [-7, -8, -257];
const ways = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** The site as authenticators know it. */
export interface RelyingParty {
  /** The host's name. */
  id: string;
  origin: string;
}

/** Undefined for an origin without a host name: WebAuthn knows no addresses of numbers. */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined;
}

const Base64url = z
  .string()
  .max(16_000)
  .regex(/^[A-Za-z0-9_-]+$/);

const Answer = z.object({
  id: Base64url,
  rawId: Base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});

const Registration = Answer.extend({
  response: z.object({
    clientDataJSON: Base64url,
    attestationObject: Base64url,
    transports: z.array(z.string()).max(20).default([]),
  }),
});

const Assertion = Answer.extend({
  response: z.object({
    clientDataJSON: Base64url,
    authenticatorData: Base64url,
    signature: Base64url,
    userHandle: Base64url.nullish(),
  }),
});

const WithChallenge = z.object({ response: z.object({ clientDataJSON: Base64url }) });
const ClientData = z.object({ challenge: Base64url });

/** Reads the text that a challenge was made from; undefined in a malformed answer. */
export function challengeIn(answer: unknown): string | undefined {
  try {
    const { response } = WithChallenge.parse(answer);
    const { challenge } = ClientData.parse(JSON.parse(decoded(response.clientDataJSON).toString()));
    return decoded(challenge).toString();
  } catch {
    return undefined;
  }
}

const decoded = (text: string) => Buffer.from(text, 'base64url');
const encoded = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** The person for whom a browser makes a passkey. */
interface Owner {
  id: string;
  email: string;
  firstName: string;
}

type Existing = Pick<NewCredential, 'credentialId' | 'transports'>;

/** Asks a browser for a passkey that it finds by itself later, without an address being typed. */
export const registrationOptions = (
  { id }: RelyingParty,
  siteName: string,
  { id: userId, email, firstName }: Owner,
  existing: Existing[],
  { text, ms }: { text: string; ms: number },
) => ({
  challenge: encoded(text),
  rp: { id, name: siteName },
  user: { id: encoded(userId), name: email, displayName: firstName },
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
  timeout: ms,
  attestation: 'none' as const,
  excludeCredentials: existing.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports,
  })),
  authenticatorSelection: {
    residentKey: 'required' as const,
    // For browsers of WebAuthn's first level.
    requireResidentKey: true as const,
    userVerification,
  },
});

/** Asks a browser for any of its passkeys of this site. */
export const assertionOptions = (
  { id }: RelyingParty,
  { text, ms }: { text: string; ms: number },
) => ({ challenge: encoded(text), rpId: id, timeout: ms, userVerification });

/** A device without a lock may answer, too: its owner has a second step, or never had one. */
const userVerification = 'preferred' as const;

/** The part of a new passkey that is stored. */
export interface NewCredential {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

/** Returns the passkey that a browser has made for this challenge; undefined if anything is wrong. */
export async function verifiedRegistration(
  answer: unknown,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<NewCredential | undefined> {
  const parsed = Registration.safeParse(answer);
  if (!parsed.success) return undefined;
  const { verifyRegistrationResponse } = await library();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: await withoutAttestation(parsed.data),
      expectedChallenge: encoded(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    const credential = registrationInfo?.credential;
    return (
      credential && {
        credentialId: credential.id,
        publicKey: encoded(credential.publicKey),
        counter: credential.counter,
        transports: ways.filter((way) => parsed.data.response.transports.includes(way)),
      }
    );
  } catch {
    // The library throws for whatever is wrong with an answer.
    return undefined;
  }
}

/**
 * Drops the authenticator's statement about its make. Nobody here asks for it, and to verify one is
 * to fetch revocation lists from addresses that its sender chose.
 */
async function withoutAttestation(registration: z.output<typeof Registration>) {
  const { decodeAttestationObject, isoCBOR } = await helpers();
  const sent = decodeAttestationObject(
    new Uint8Array(decoded(registration.response.attestationObject)),
  );
  const kept = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', sent.get('authData')],
  ]);
  const { clientDataJSON } = registration.response;
  return {
    ...registration,
    response: { clientDataJSON, attestationObject: encoded(isoCBOR.encode(kept)) },
  };
}

export interface StoredCredential {
  userId: string;
  credentialId: string;
  publicKey: string;
}

/** The proof that a passkey's answer gives. */
export interface VerifiedAssertion {
  counter: number;
  /** The device has asked for a finger, a face or its lock. */
  userVerified: boolean;
}

/** Returns what the passkey's answer proves; undefined if anything is wrong with it. */
export async function verifiedAssertion(
  answer: unknown,
  challenge: string,
  { userId, credentialId, publicKey }: StoredCredential,
  { id, origin }: RelyingParty,
): Promise<VerifiedAssertion | undefined> {
  const parsed = Assertion.safeParse(answer);
  if (!parsed.success) return undefined;
  const { userHandle, ...response } = parsed.data.response;
  if (userHandle && userHandle !== encoded(userId)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const credential: WebAuthnCredential = {
    id: credentialId,
    publicKey: new Uint8Array(decoded(publicKey)),
    // The caller compares counters, because two may answer at once.
    counter: -1,
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...parsed.data, response },
      expectedChallenge: encoded(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      credential,
      requireUserVerification: false,
    });
    const { newCounter: counter, userVerified } = authenticationInfo;
    return verified ? { counter, userVerified } : undefined;
  } catch {
    // The library throws for whatever is wrong with an answer.
    return undefined;
  }
}

/** Reads the passkey that an answer names. */
export const credentialIn = (answer: unknown): string | undefined =>
  Assertion.safeParse(answer).data?.id;
