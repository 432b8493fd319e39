import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers';
import { Authenticator } from '#tests/support/authenticator.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import {
  assertionOptions,
  challengeIn,
  registrationOptions,
  relyingPartyOf,
  verifiedAssertion,
  verifiedRegistration,
} from './webauthn.ts';

const origin = 'https://hall.example';
const party = { id: 'hall.example', origin };
const challenge = { text: 'a challenge', ms: 300_000 };
const owner = { id: 'ada', email: 'ada@example.com', firstName: 'Ada' };

const phone = new Authenticator();
const creation = phone.create(registrationOptions(party, 'Hall', owner, [], challenge), { origin });
const made = await verifiedRegistration(creation, challenge.text, party);
if (!made) throw new Error('the phone made no passkey');
const stored = { ...made, userId: owner.id };
const assertion = phone.get(assertionOptions(party, challenge), { origin });

describe('the party of an origin', () => {
  it.each([
    ['https://hall.example', 'hall.example'],
    ['http://localhost:3000', 'localhost'],
    ['https://my-hall.co.uk:8443', 'my-hall.co.uk'],
    ['http://127.0.0.1:3000', undefined],
    ['http://[::1]:3000', undefined],
    ['https://203.0.113.7', undefined],
  ])('%s is %s', (address, id) => {
    expect(relyingPartyOf(address)?.id).toBe(id);
  });
});

describe("a browser's answer", () => {
  it('names its challenge', () => {
    expect([challengeIn(creation), challengeIn(assertion)]).toEqual(['a challenge', 'a challenge']);
    expect(challengeIn({ response: { clientDataJSON: '' } })).toBeUndefined();
  });

  it('proves a use with its counter', async () => {
    expect(await verifiedAssertion(assertion, challenge.text, stored, party)).toEqual({
      counter: 2,
      userVerified: true,
    });
  });

  it('keeps its key, whatever it claims about the make of its device', async () => {
    const { attestationObject } = creation.response;
    const sent = decodeAttestationObject(
      new Uint8Array(Buffer.from(attestationObject, 'base64url')),
    );
    // A statement with a certificate: to verify it is to fetch what the certificate names.
    const boasting = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string[]>>([
        ['fmt', 'packed'],
        ['attStmt', new Map([['x5c', ['not a certificate']]])],
        ['authData', sent.get('authData')],
      ]),
    );
    const response = {
      ...creation.response,
      attestationObject: Buffer.from(boasting).toString('base64url'),
    };
    expect(await verifiedRegistration({ ...creation, response }, challenge.text, party)).toEqual(
      made,
    );
  });
});

/** Two texts in base64url may be the same bytes. */
const bytesOf = ({ response }: { response: object }) =>
  Object.values(response)
    .map((part) => Buffer.from(String(part), 'base64url').toString('hex'))
    .join();

/** Replaces some characters of one part of an answer; what follows a signature means nothing. */
const damaged = (answer: { response: object }) => {
  const parts = Object.entries(answer.response).filter(([, part]) => typeof part === 'string');
  return fc
    .tuple(fc.constantFrom(...parts), fc.nat(400), fc.oneof(fc.string({ minLength: 1 }), fc.json()))
    .map(([[name, part], place, put]) => {
      const before = part as string;
      const at = place % before.length;
      const after = before.slice(0, at) + put + before.slice(at + put.length);
      return {
        ...answer,
        response: { ...answer.response, [name]: after.slice(0, before.length) },
      };
    })
    .filter((changed) => bytesOf(changed) !== bytesOf(answer));
};

describe(`a damaged answer (seed ${seed})`, () => {
  const options = { numRuns: 300, seed };

  it('makes no passkey, or the same one', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(creation), async (answer) => {
        const found = await verifiedRegistration(answer, challenge.text, party);
        // Nothing signs a new key without an attestation, so damage may leave another one.
        expect(found === undefined || found.publicKey.length > 0).toBe(true);
      }),
      options,
    );
  });

  it('proves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(assertion), async (answer) => {
        expect(await verifiedAssertion(answer, challenge.text, stored, party)).toBeUndefined();
      }),
      options,
    );
  });
});
