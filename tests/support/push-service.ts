import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { PushPayload } from '#contract/base/notifications.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { pushDevices } from '#platform/push/tables.ts';
import type { TestApp } from './app.ts';

/** A browser's answer to a page that subscribes. */
export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A new browser's subscription at Google's service, or at the given address. */
export function newSubscription(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
  browser = newBrowserKeys(),
): TestSubscription {
  return {
    endpoint,
    keys: {
      p256dh: browser.ecdh.getPublicKey('base64url'),
      auth: browser.auth.toString('base64url'),
    },
  };
}

interface BrowserKeys {
  ecdh: ECDH;
  auth: Buffer;
}

function newBrowserKeys(): BrowserKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

/** Gives a person a device that ends with this session, without a call. */
export async function plantDevice(
  db: TestApp['db'],
  userId: string,
  sessionId: string,
  name = 'Chrome on Android',
): Promise<number> {
  const columns = cleanTexts({
    userId,
    sessionId,
    endpointHash: tokenHash(randomBytes(12).toString('hex')),
    sealedSubscription: 'sealed-elsewhere',
    name,
  });
  const [row] = await db.insert(pushDevices).values(columns).returning({ id: pushDevices.id });
  if (!row) throw new Error('no device was kept');
  return row.id;
}

/** A notification as a push service received it, decrypted as its browser would. */
export interface ReceivedPush {
  /** The number of the browser's address. */
  browser: number;
  payload: PushPayload;
  headers: Record<'ttl' | 'urgency' | 'topic', string | undefined>;
  /** The claims of the site's signature, which was checked. */
  claims: { aud: string; exp: number; sub: string };
  bytes: number;
}

export type PushAnswer = number | 'hang' | { status: number; retryAfter: string };

/** Starts a push service on this machine, until the test file ends. */
export async function startPushService() {
  const browsers: BrowserKeys[] = [];
  const received: ReceivedPush[] = [];
  /** Answers in the place of 201: by the number of a browser, one after the other. */
  const answers = new Map<number, PushAnswer[]>();
  const attempts: number[] = [];
  const server = createServer((request, response) => {
    void readPush(request, browsers).then((push) => {
      attempts.push(push.browser);
      const answer = answers.get(push.browser)?.shift() ?? 201;
      if (answer === 201) received.push(push);
      answerWith(response, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  afterAll(close);
  return {
    /** The value of `PUSH_HOSTS`. */
    host: `127.0.0.1:${port}`,
    received,
    answers,
    /** The browsers that were tried, whatever the answer. */
    attempts,
    /** Subscribes a new browser. */
    subscribe: (): TestSubscription & { browser: number } => {
      const keys = newBrowserKeys();
      const browser = browsers.push(keys) - 1;
      const { endpoint, ...rest } = newSubscription(`http://127.0.0.1:${port}/${browser}`, keys);
      return { endpoint, ...rest, browser };
    },
    clear: () => {
      received.length = 0;
      attempts.length = 0;
      answers.clear();
    },
  };
}

export type TestPushService = Awaited<ReturnType<typeof startPushService>>;

function answerWith(response: ServerResponse, answer: PushAnswer): void {
  if (answer === 'hang') return;
  const { status, retryAfter } =
    typeof answer === 'number' ? { status: answer, retryAfter: undefined } : answer;
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
}

async function readPush(request: IncomingMessage, browsers: BrowserKeys[]): Promise<ReceivedPush> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const browser = Number(request.url?.slice(1));
  const keys = browsers[browser];
  if (!keys) throw new Error(`no browser has the address ${request.url}`);
  const text = decrypted(body, keys);
  const { ttl, urgency, topic, authorization = '' } = request.headers;
  return {
    browser,
    payload: PushPayload.parse(JSON.parse(text)),
    headers: { ttl, urgency, topic } as ReceivedPush['headers'],
    claims: claimsOf(authorization),
    bytes: Buffer.byteLength(text),
  };
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts a body of one record (RFC 8188 and 8291). */
function decrypted(body: Buffer, { ecdh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derived(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Checks the site's signature and returns what it says (RFC 8292). */
function claimsOf(authorization: string): ReceivedPush['claims'] {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature of a push is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims'];
}
