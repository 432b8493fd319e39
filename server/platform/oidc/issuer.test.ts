import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { client, startIssuer } from '#tests/support/issuer.ts';
import { openIssuer, type Issuer } from './issuer.ts';
import { signerWith } from '#platform/crypto/signing.ts';

const origin = 'http://villagehall.test';
const callback = `${origin}/api/login/callback`;
const now = new Date('2026-06-10T12:00:00Z');

const provider = await startIssuer();
provider.serve(callback);
provider.people.set('ada', {
  email: 'ada@example.com',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
});
afterAll(() => provider.stop());

/** Starts an issuer that signs any claims at once. */
async function outspoken(claims: Record<string, unknown>) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }];
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  let nonce = '';
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    const answer = () => {
      const metadata = {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
      if (request.url === '/keys') return { keys };
      if (request.url !== '/token') return metadata;
      const content = { iss: url, aud: client.id, sub: 'ada', nonce, ...claims };
      const signed = `${part({ alg: 'RS256' })}.${part(content)}`;
      const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
      const id_token = `${signed}.${signature}`;
      return { access_token: 'access', token_type: 'Bearer', id_token };
    };
    response.writeHead(200, json).end(JSON.stringify(answer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const there = openIssuer({ ...settings, issuer: url }, signer, quiet);
  const { ticket } = await there.begin({ origin, next: undefined, now });
  const attempt = there.attemptOf(ticket.value, now)!;
  nonce = attempt.nonce;
  return there.complete(attempt, { code: 'x', state: attempt.state }, origin);
}

const settings = { issuer: provider.url, clientId: client.id, clientSecret: client.secret };
const quiet = { warn: () => {} };
const signer = signerWith('x'.repeat(32));

let issuer: Issuer;
beforeEach(() => {
  issuer = openIssuer(settings, signer, quiet);
});

/** Goes to the issuer and returns with its answer. */
async function walk(name = 'ada') {
  const { url, ticket } = await issuer.begin({ origin, next: '/events/5', now });
  const back = new URL(await provider.signIn(url, name));
  const attempt = issuer.attemptOf(ticket.value, now);
  if (!attempt) throw new Error('the ticket was not read');
  return { url: new URL(url), ticket, attempt, answer: Object.fromEntries(back.searchParams) };
}

describe('a sign-in by an issuer', () => {
  it('requests a code, with PKCE, state and nonce', async () => {
    const { url } = await issuer.begin({ origin, next: undefined, now });
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: callback,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query[name]?.length).toBeGreaterThanOrEqual(43);
  });

  it('is different each time', async () => {
    const [one, other] = [await walk(), await walk()];
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.url.searchParams.get(name)).not.toBe(other.url.searchParams.get(name));
    }
  });

  it('works with an issuer that reads the secret only in the body', async () => {
    const another = await startIssuer();
    another.serve(callback, 'client_secret_post');
    another.people.set('ada', {});
    const there = openIssuer({ ...settings, issuer: another.url }, signer, quiet);
    const { url, ticket } = await there.begin({ origin, next: undefined, now });
    const back = new URL(await another.signIn(url, 'ada'));
    const attempt = there.attemptOf(ticket.value, now);
    const claims = await there.complete(attempt, Object.fromEntries(back.searchParams), origin);
    expect(claims).toMatchObject({ subject: 'ada', email: undefined, emailVerified: false });
    await another.stop();
  });
});

describe('a ticket', () => {
  it.each([
    ['none', () => undefined],
    ['one that is no ticket', () => 'anything'],
    ['one signed elsewhere', () => signerWith('y'.repeat(32)).sign('sign_in_attempt', '{}')],
    ['one signed for something else', () => signer.sign('unsubscribe', '{}')],
  ])('is invalid: %s', (_, ticket) => {
    expect(issuer.attemptOf(ticket(), now)).toBeUndefined();
  });
});

describe('a callback', () => {
  const problem = async (attempt: Parameters<Issuer['complete']>[0], answer: object) =>
    issuer.complete(attempt, { ...answer }, origin).then(
      () => 'none',
      (error: { problem?: string }) => error.problem,
    );

  it('with another nonce is refused', async () => {
    const { attempt, answer } = await walk();
    expect(await problem({ ...attempt, nonce: 'another' }, answer)).toBe('failed');
  });

  it('with another verifier is refused', async () => {
    const { attempt, answer } = await walk();
    expect(await problem({ ...attempt, verifier: 'x'.repeat(43) }, answer)).toBe('failed');
  });

  it.each([
    ['in the name of another issuer', { iss: 'https://evil.example' }],
    ['in no name', { iss: '' }],
    ['with two codes', { code: ['one', 'two'] }],
  ])('%s is refused', async (_, change) => {
    const { attempt, answer } = await walk();
    expect(await problem(attempt, { ...answer, ...change })).toBe('failed');
  });

  it('reports that the person cancelled', async () => {
    const { attempt } = await walk();
    const answer = { error: 'access_denied', state: attempt.state, iss: provider.url };
    expect(await problem(attempt, answer)).toBe('cancelled');
  });
});

const json = { 'content-type': 'application/json' };

const switching = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';

/** Sends a byte now and then without end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, json);
  const tap = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(tap));
}

describe('an ID token', () => {
  const issuedIn = (seconds: number) => {
    const iat = Math.floor(Date.now() / 1000) + seconds;
    return outspoken({ iat, exp: iat + 600 });
  };

  it.each([-60, 0, 20])('issued %i seconds from now is valid', async (seconds) => {
    expect(await issuedIn(seconds)).toMatchObject({ subject: 'ada' });
  });

  it('issued a minute from now is refused', async () => {
    await expect(issuedIn(60)).rejects.toMatchObject({ problem: 'failed' });
  });
});

describe('an unavailable issuer', () => {
  it('is reported, and contacted again the next time', async () => {
    provider.pause();
    const begin = () => issuer.begin({ origin, next: undefined, now });
    await expect(begin()).rejects.toMatchObject({ problem: 'away' });
    provider.serve(callback);
    expect((await begin()).url).toContain(provider.url);
  });

  it.concurrent.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['says nothing', () => {}],
    ['hangs up', (_, response) => void response.destroy()],
    ['answers letter by letter', (_, response) => drip(response)],
    ['answers half', (_, response) => void response.writeHead(200, json).write('{"issuer":')],
    ['switches protocols', ({ socket }) => void socket.write(switching)],
    ['answers nonsense', (_, response) => void response.end('<html>')],
    ['fails', (_, response) => void response.writeHead(500).end()],
    ['sends elsewhere', (_, response) => void response.writeHead(302, { location: '/' }).end()],
  ])('is reported in time when it %s', async (_, answer) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const poor = openIssuer({ ...settings, issuer: `http://127.0.0.1:${port}` }, signer, quiet, 1);
    const began = performance.now();
    const failure = await poor
      .begin({ origin, next: undefined, now })
      .catch((error: unknown) => error);
    server.closeAllConnections();
    server.close();
    expect(failure).toMatchObject({ problem: 'away' });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('is reported when nothing listens', async () => {
    const gone = openIssuer({ ...settings, issuer: 'http://127.0.0.1:9' }, signer, quiet);
    await expect(gone.begin({ origin, next: undefined, now })).rejects.toMatchObject({
      problem: 'away',
    });
  });

  it('is reported when it answers under another name', async () => {
    const other = openIssuer({ ...settings, issuer: `${provider.url}/other` }, signer, quiet);
    await expect(other.begin({ origin, next: undefined, now })).rejects.toMatchObject({
      problem: 'away',
    });
  });
});
