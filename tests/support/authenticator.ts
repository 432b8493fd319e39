import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { RegistrationOptions, SignInOptions } from '#contract/base/passkeys.ts';
import type { Client } from './client.ts';
import { ownOrigin } from './client.ts';
import { password } from './factories.ts';

interface Key {
  credentialId: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  rpId: string;
  counter: number;
}

/** The parts of an answer that a test replaces. */
export interface Quirks {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  /** The count of uses; one more than before by default. */
  counter?: number;
  /** Answers this challenge in place of the one in the options. */
  challenge?: string;
  /** The member that the key claims to belong to, in base64url. */
  userHandle?: string;
  credentialId?: Buffer;
}

const flags = { userPresent: 0x01, userVerified: 0x04, hasKey: 0x40 };

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A phone in software: it makes ES256 keys and signs with them, as WebAuthn level 3 says. */
export class Authenticator {
  readonly #keys: Key[] = [];

  /** Another device with the same keys and counters, as somebody has copied them. */
  copy(): Authenticator {
    const copied = new Authenticator();
    copied.#keys.push(...this.#keys.map((key) => ({ ...key })));
    return copied;
  }

  /** Answers `navigator.credentials.create()`. */
  create(options: RegistrationOptions, quirks: Quirks = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key: Key = {
      credentialId: quirks.credentialId ?? randomBytes(16),
      privateKey,
      userHandle: options.user.id,
      rpId: options.rp.id,
      counter: quirks.counter ?? 1,
    };
    this.#keys.push(key);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(key.credentialId.length);
    const authData = Buffer.concat([
      authenticatorData(key, quirks, flags.hasKey),
      Buffer.alloc(16),
      length,
      key.credentialId,
      cosePublicKey(publicKey),
    ]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ]);
    return answer(key, {
      clientDataJSON: clientData('webauthn.create', options.challenge, quirks),
      attestationObject: base64url(isoCBOR.encode(attestation)),
      transports: ['internal', 'hybrid'],
    });
  }

  /** Answers `navigator.credentials.get()` with its newest key. */
  get(options: SignInOptions, quirks: Quirks = {}) {
    const key = this.#keys.at(-1);
    if (!key) throw new Error('this authenticator has no key');
    key.counter += 1;
    const clientDataJSON = clientData('webauthn.get', options.challenge, quirks);
    const authData = authenticatorData(key, quirks);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return answer(key, {
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, key.privateKey)),
      userHandle: quirks.userHandle ?? key.userHandle,
    });
  }
}

const answer = <Response>({ credentialId }: Key, response: Response) => ({
  id: base64url(credentialId),
  rawId: base64url(credentialId),
  type: 'public-key',
  response,
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
});

const clientData = (type: string, challenge: string, quirks: Quirks) =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge: quirks.challenge ?? challenge,
      origin: quirks.origin ?? ownOrigin,
      crossOrigin: false,
    }),
  ).toString('base64url');

function authenticatorData(key: Key, quirks: Quirks, more = 0): Buffer {
  const { userPresent = true, userVerified = true } = quirks;
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(quirks.counter ?? key.counter);
  const flag =
    (userPresent ? flags.userPresent : 0) | (userVerified ? flags.userVerified : 0) | more;
  return Buffer.concat([sha256(quirks.rpId ?? key.rpId), Buffer.from([flag]), counter]);
}

/** Writes a public key as COSE (RFC 9053): EC2, ES256, P-256. */
function cosePublicKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const map = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(map));
}

interface Adding {
  name?: string;
  code?: string;
  quirks?: Quirks;
}

/** Adds a passkey to the account that a browser is signed in to. */
export async function addPasskey(
  client: Client,
  authenticator: Authenticator,
  { name, code, quirks }: Adding = {},
) {
  const begun = await client.call('POST /api/passkeys/registration-options', {
    body: { password, ...(code && { code }) },
  });
  const response = authenticator.create(begun.body, quirks);
  return client.call('POST /api/passkeys', { body: { ...(name && { name }), response } });
}

/** Asks for a challenge and returns the device's answer to it. */
export async function passkeyAnswer(
  client: Client,
  authenticator: Authenticator,
  quirks: Quirks = {},
) {
  const { body } = await client.call('POST /api/passkeys/sign-in-options');
  return authenticator.get(body, quirks);
}

/** Signs a browser in; returns a success's status or a refusal's code. */
export async function outcomeOfPasskey(
  client: Client,
  authenticator: Authenticator,
  quirks: Quirks = {},
) {
  const response = await passkeyAnswer(client, authenticator, quirks);
  return client.outcome('POST /api/passkeys/sign-in', { body: { response } });
}
