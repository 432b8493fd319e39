import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import { day, second } from '#contract/platform/durations.ts';
import { fetchWithin, textOf } from '#platform/fetch/fetch-within.ts';
import { Refusal } from '#platform/refusal.ts';

/** The mail provider that reports bounces, and what proves that a report is its own. */
export type MailEventSource =
  | { provider: 'mailgun'; signingKey: string }
  | { provider: 'ses'; topic: string }
  | { provider: 'postmark'; credentials: string };

/** Parses `MAIL_EVENTS`; undefined for anything else. */
export function parseMailEvents(value: string): MailEventSource | undefined {
  const [, provider, secret = ''] = /^(\w+):(.+)$/.exec(value) ?? [];
  if (provider === 'mailgun') return { provider, signingKey: secret };
  if (provider === 'ses' && secret.startsWith('arn:')) return { provider, topic: secret };
  if (provider === 'postmark' && /^[^:]+:.+$/.test(secret)) {
    return { provider, credentials: secret };
  }
  return undefined;
}

/** An address that gets no more emails. */
export interface Undeliverable {
  address: CleanText;
  reason: CleanText;
}

interface Report {
  payload: string;
  /** The `Authorization` header. */
  signature?: string | undefined;
}

/** Gets a text from an address of Amazon's. */
type Fetch = (url: string) => Promise<string>;

/**
 * Verifies a provider's report and returns the addresses in it that are undeliverable for good, or
 * whose owners called an email spam.
 * @throws Refusal `sign_in_required` for a report that isn't the provider's, `invalid` for an
 * unknown shape, `unavailable` while Amazon's certificate can't be fetched
 */
export async function readReport(
  source: MailEventSource | undefined,
  report: Report,
  now: Date,
  fetchText: Fetch = fetchFromAmazon,
): Promise<Undeliverable[]> {
  if (source?.provider === 'mailgun') return readMailgun(source.signingKey, report.payload, now);
  if (source?.provider === 'ses') return readSns(source.topic, report.payload, fetchText);
  if (source?.provider === 'postmark') return readPostmark(source.credentials, report);
  throw notFromProvider();
}

const notFromProvider = () =>
  new Refusal('sign_in_required', 'This message isn’t from the mail provider of this site');

const unknownShape = () => new Refusal('invalid', 'This message has an unknown shape');

function parseOr<S extends z.ZodType>(
  schema: S,
  json: unknown,
  otherwise: () => Refusal,
): z.output<S> {
  const { data, success } = schema.safeParse(json);
  if (!success) throw otherwise();
  return data;
}

function jsonOf(text: string, otherwise: () => Refusal): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw otherwise();
  }
}

/** Compares in constant time. */
const isEqual = (received: string, expected: string): boolean =>
  timingSafeEqual(sha256(received), sha256(expected));
const sha256 = (text: string) => createHash('sha256').update(text).digest();

const Address = z
  .string()
  .max(320)
  .includes('@')
  .transform((text) => cleanText(text));
const bySpamButton = cleanText('marked as spam');

const MailgunSignature = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().max(200),
    signature: z.string().max(200),
  }),
});
const MailgunEvent = z.object({
  'event-data': z.object({
    event: z.string(),
    severity: z.string().optional(),
    recipient: Address,
    'delivery-status': z.object({ code: z.int().optional() }).optional(),
  }),
});

/** Mailgun signs its timestamp and token with HMAC-SHA256 (its webhooks' documentation). */
function readMailgun(signingKey: string, payload: string, now: Date): Undeliverable[] {
  const json = jsonOf(payload, notFromProvider);
  const { timestamp, token, signature } = parseOr(
    MailgunSignature,
    json,
    notFromProvider,
  ).signature;
  const expected = createHmac('sha256', signingKey)
    .update(timestamp + token)
    .digest('hex');
  const age = now.getTime() - Number(timestamp) * second;
  // Mailgun repeats a report for eight hours.
  if (!isEqual(signature, expected) || Math.abs(age) > day) throw notFromProvider();
  const { event, severity, recipient, ...rest } = parseOr(MailgunEvent, json, unknownShape)[
    'event-data'
  ];
  if (event === 'complained') return [{ address: recipient, reason: bySpamButton }];
  if (event !== 'failed' || severity !== 'permanent') return [];
  return [
    {
      address: recipient,
      reason: cleanText(`bounced ${rest['delivery-status']?.code ?? ''}`.trim()),
    },
  ];
}

const PostmarkEvent = z.discriminatedUnion('RecordType', [
  z.object({ RecordType: z.literal('Bounce'), Type: z.string(), Email: Address }),
  z.object({ RecordType: z.literal('SpamComplaint'), Email: Address }),
  z.object({ RecordType: z.enum(['Delivery', 'Open', 'Click', 'SubscriptionChange']) }),
]);
const hardBounces = new Set(['HardBounce', 'BadEmailAddress']);

/** Postmark signs nothing: the address that the operator gives it has a name and a password. */
function readPostmark(credentials: string, { payload, signature = '' }: Report): Undeliverable[] {
  const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
  if (!isEqual(signature, expected)) throw notFromProvider();
  const event = parseOr(PostmarkEvent, jsonOf(payload, unknownShape), unknownShape);
  if (event.RecordType === 'SpamComplaint') return [{ address: event.Email, reason: bySpamButton }];
  if (event.RecordType !== 'Bounce' || !hardBounces.has(event.Type)) return [];
  return [{ address: event.Email, reason: cleanText(`bounced ${event.Type}`) }];
}

const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  Subject: z.string().optional(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  Signature: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  SigningCertURL: z.string(),
});
type SnsMessage = z.output<typeof SnsMessage>;

/** Verifies a message of Amazon's SNS, and confirms the subscription if it asks for that. */
async function readSns(topic: string, payload: string, fetchText: Fetch): Promise<Undeliverable[]> {
  const message = parseOr(SnsMessage, jsonOf(payload, notFromProvider), notFromProvider);
  if (message.TopicArn !== topic || !(await isSignedByAmazon(message, fetchText)))
    throw notFromProvider();
  if (message.Type === 'Notification') return readSes(message.Message);
  if (message.Type === 'SubscriptionConfirmation' && isAmazonAddress(message.SubscribeURL)) {
    await fetchText(message.SubscribeURL);
  }
  return [];
}

/**
 * The signed fields by type, in their order (Amazon SNS Developer Guide, 'Verifying signatures').
 */
const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
} as const;

export function snsSignedText(message: SnsMessage): string {
  const fields = signedFields[message.Type === 'Notification' ? message.Type : confirmationType];
  return fields
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
}
const confirmationType = 'SubscriptionConfirmation';

async function isSignedByAmazon(message: SnsMessage, fetchText: Fetch): Promise<boolean> {
  if (!isAmazonAddress(message.SigningCertURL)) return false;
  const certificate = await certificateAt(message.SigningCertURL, fetchText);
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
  const signature = Buffer.from(message.Signature, 'base64');
  return verify(algorithm, Buffer.from(snsSignedText(message)), certificate, signature);
}

const certificateCache = new LRUCache<string, ReturnType<typeof createPublicKey>>({
  max: 8,
  ttl: day,
});

async function certificateAt(url: string, fetchText: Fetch) {
  const known = certificateCache.get(url);
  if (known) return known;
  const certificate = createPublicKey(await fetchText(url));
  certificateCache.set(url, certificate);
  return certificate;
}

/** Only hosts of Amazon's SNS may name the certificate, or be asked for anything. */
function isAmazonAddress(address: string | undefined): address is string {
  if (address === undefined || !URL.canParse(address)) return false;
  const { protocol, host, username } = new URL(address);
  return (
    protocol === 'https:' &&
    username === '' &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(host)
  );
}

async function fetchFromAmazon(url: string): Promise<string> {
  try {
    return await fetchWithin(5 * second, url, {}, async (response) => {
      if (!response.ok) throw new Error(`status ${response.status}`);
      return textOf(response);
    });
  } catch {
    throw new Refusal('unavailable', 'Amazon doesn’t answer. Please try again later');
  }
}

const Recipients = z.array(z.object({ emailAddress: Address, status: z.string().optional() }));
const SesEvent = z
  .object({
    eventType: z.string().optional(),
    notificationType: z.string().optional(),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients.max(100) }).optional(),
    complaint: z.object({ complainedRecipients: Recipients.max(100) }).optional(),
  })
  .refine(({ eventType, notificationType }) => eventType ?? notificationType);

function readSes(text: string): Undeliverable[] {
  const { bounce, complaint } = parseOr(SesEvent, jsonOf(text, unknownShape), unknownShape);
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  return [
    ...bounced.map(({ emailAddress, status }) => ({
      address: emailAddress,
      reason: cleanText(`bounced ${status ?? ''}`.trim()),
    })),
    ...(complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
      address: emailAddress,
      reason: bySpamButton,
    })),
  ];
}
