import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { day, hour, minute, second } from '#contract/platform/durations.ts';
import { isEmail, tidyEmail } from '#contract/platform/email-address.ts';
import { quotas } from '#contract/platform/limits.ts';
import { quotaNames, type Quotas, type QuotaName } from '#contract/platform/quotas.ts';
import { databaseProblem } from './config-addresses.ts';
import { parseMailEvents } from './mail/provider-events.ts';
import { defaultPoolSize } from './db/connections.ts';
import { parsePushHosts } from './push/hosts.ts';
import { isPrivateKey } from './push/keys.ts';

export interface Mailbox {
  /** The sender's display name; '' for none. */
  name: string;
  address: string;
}

const optionalText = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();

/** Marks a setting as secret, so that it may also come from a file. */
const secretSetting = <Setting extends z.ZodType>(setting: Setting) =>
  setting.meta({ secret: true });

const demoSetting = optionalText.pipe(
  z.enum(['true', 'false', 'public'], 'must be true, false or public').optional(),
);

const addressSetting = (schemes: string[]) =>
  optionalText.refine(
    (value) =>
      value === undefined || (URL.canParse(value) && schemes.includes(new URL(value).protocol)),
    {
      error: `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    },
  );

const databaseSetting = optionalText.superRefine((value, context) => {
  const message = value && databaseProblem(value);
  if (message) context.addIssue({ code: 'custom', message });
});

/** HTTPS is required except on loopback: anyone on the path could sign in as any member. */
function isSafeIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** TLS is required except on loopback: anyone on the path could read the password. */
function isMailbox(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isSafe = protocol === 'imaps:' || (protocol === 'imap:' && isLoopback(hostname));
  return isSafe && username !== '' && password !== '';
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const isOrigin = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}` === '/';

const portNumber = z
  .string()
  .refine(
    (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
    'must be a port number from 0 to 65535',
  )
  .transform(Number);

/** The number of proxies in front, or their addresses, as Fastify's `trustProxy` takes them. */
const proxiesSetting = optionalText
  .refine((value) => value === undefined || parseProxies(value) !== undefined, {
    error:
      'must be the number of proxies in front, or their addresses (10.0.0.0/8, ::1, loopback) separated by commas',
  })
  .transform((value) => (value === undefined ? false : (parseProxies(value) ?? false)));

const keyOf = (form: RegExp, what: string) =>
  optionalText.refine((value) => value === undefined || form.test(value), `must be ${what}`);

/** Parses `a@b` or `Name <a@b>`; undefined for anything else. */
function mailboxOf(value: string): Mailbox | undefined {
  const [, before = '', bare = value] = /^([^<>\r\n]*)<([^<>]+)>$/.exec(value) ?? [];
  const name = before.trim().replace(/^"/, '').replace(/"$/, '');
  return isEmail(bare) && !name.includes('"') ? { name, address: bare } : undefined;
}

const timeUnits = { second, minute, hour, day };

/** Converts a rate of `30/minute` to the time between emails; undefined for anything else. */
function everyMs(rate: string): number | undefined {
  const [, emails = '0', time = ''] = /^(\d{1,6}) *\/ *(second|minute|hour|day)$/.exec(rate) ?? [];
  return Number(emails) > 0
    ? timeUnits[time as keyof typeof timeUnits] / Number(emails)
    : undefined;
}

/** All settings by name, with their parsers. */
export const Environment = z.object({
  HOST: optionalText.transform((value) => value ?? '127.0.0.1'),
  PORT: optionalText.transform((value) => value ?? '3000').pipe(portNumber),
  METRICS_PORT: optionalText.pipe(portNumber.optional()),
  METRICS_HOST: optionalText.transform((value) => value ?? '127.0.0.1'),
  SHUTDOWN_DELAY: optionalText
    .transform((value) => value ?? '0')
    .refine((value) => /^\d{1,3}$/.test(value), 'must be a number of seconds from 0 to 999')
    .transform(Number),
  PROCESSES: optionalText
    .refine((value = '1') => /^(auto|[1-9]\d?)$/.test(value), 'must be auto, or a number up to 99')
    .transform((value = '1') => {
      if (value === 'auto') return availableParallelism();
      return value === '1' ? undefined : Number(value);
    }),
  DATA_DIR: optionalText.transform((value) => value ?? './data'),
  DATABASE_URL: secretSetting(databaseSetting),
  DATABASE_REPLICA_URL: secretSetting(databaseSetting),
  DATABASE_PASSWORD: secretSetting(optionalText),
  DATABASE_POOL: optionalText
    .transform((value) => value ?? String(defaultPoolSize))
    .refine(
      (value) => /^\d{1,4}$/.test(value) && Number(value) >= 2,
      'must be a number of connections, at least 2',
    )
    .transform(Number),
  DATABASE_STATEMENTS: optionalText.pipe(
    z.enum(['named', 'unnamed'], 'must be named or unnamed').default('named'),
  ),
  PUBLIC_URL: addressSetting(['http:', 'https:']).refine(
    (value) => value === undefined || !URL.canParse(value) || isOrigin(new URL(value)),
    'must be an address without a path: the site runs at the root of a host',
  ),
  SITE_NAME: optionalText.transform((value) => value ?? 'Villagehall'),
  SUPPORT_EMAIL: optionalText
    .transform((value) => value ?? 'hello@villagehall.example')
    .refine(isEmail, 'must be an e-mail address'),
  SESSION_SECRET: secretSetting(
    optionalText.refine(
      (value) => value === undefined || value.length >= 32,
      'must be at least 32 characters long',
    ),
  ),
  SMTP_URL: secretSetting(addressSetting(['smtp:', 'smtps:'])),
  SMTP_PASSWORD: secretSetting(optionalText),
  MAIL_EVENTS: secretSetting(
    optionalText.refine((value) => value === undefined || parseMailEvents(value) !== undefined, {
      error: 'must be mailgun:<signing key>, ses:<ARN of the topic> or postmark:<name>:<password>',
    }),
  ),
  BOUNCE_IMAP_URL: secretSetting(
    optionalText.refine((value) => value === undefined || isMailbox(value), {
      error:
        'must be a mailbox, as in imaps://name:password@mail.example.org/INBOX; imap:// only on this machine',
    }),
  ),
  MAIL_FROM: optionalText
    .refine((value) => value === undefined || mailboxOf(value) !== undefined, {
      error:
        'must be an e-mail address, or a name and an address as in "Our Hall <hello@hall.example>"',
    })
    .transform((value) => (value === undefined ? undefined : mailboxOf(value))),
  MAIL_RATE: optionalText
    .refine((value) => value === undefined || everyMs(value) !== undefined, {
      error: 'must be a number of emails in a time, as in 14/second, 30/minute or 2000/day',
    })
    .transform((value) => (value === undefined ? undefined : everyMs(value))),
  ADMIN_EMAIL: optionalText
    .transform((value) => value && tidyEmail(value))
    .refine((value) => value === undefined || isEmail(value), 'must be an e-mail address'),
  SAFETY_EMAIL: optionalText
    .transform((value) => value && tidyEmail(value))
    .refine((value) => value === undefined || isEmail(value), 'must be an e-mail address'),
  ADMIN_TWO_STEP: optionalText.pipe(
    z.enum(['required', 'optional'], 'must be required or optional').default('optional'),
  ),
  OIDC_ISSUER: optionalText.refine((value) => value === undefined || isSafeIssuer(value), {
    error: 'must be an address that starts with https://, or http:// on this machine alone',
  }),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: secretSetting(optionalText),
  TWILIO_ACCOUNT_SID: keyOf(/^AC[0-9a-f]{32}$/i, 'an account SID, which starts with AC'),
  TWILIO_AUTH_TOKEN: secretSetting(optionalText),
  TWILIO_FROM: keyOf(
    /^(?:\+[1-9]\d{7,14}|MG[0-9a-f]{32}|(?=.*[a-z])[a-z0-9 ]{1,11})$/i,
    'a phone number such as +447700900123, a messaging service SID or a sender name of at most 11 letters and digits',
  ),
  TWILIO_API_BASE: addressSetting(['http:', 'https:']),
  GEOCODER_URL: addressSetting(['http:', 'https:']).refine(
    (value) => value === undefined || !URL.canParse(value) || new URL(value).username === '',
    'must be an address without a name and password',
  ),
  POSTCODES: optionalText,
  IMPORT_FROM_URLS: optionalText.pipe(z.enum(['on', 'off'], 'must be on or off').default('on')),
  PUSH_HOSTS: optionalText
    .refine((value) => value === undefined || parsePushHosts(value) !== undefined, {
      error:
        'must be off, or names of push services separated by commas, as in push.example.org; for a trial on this machine 127.0.0.1:<port>',
    })
    .transform((value) => parsePushHosts(value ?? '')),
  VAPID_PRIVATE_KEY: secretSetting(
    optionalText.refine((value) => value === undefined || isPrivateKey(value), {
      error: 'must be a private key of P-256, 32 bytes in base64url',
    }),
  ),
  STRIPE_SECRET_KEY: secretSetting(
    keyOf(/^(sk|rk)_/, 'a secret key of Stripe, which starts with sk_ or rk_'),
  ),
  STRIPE_PUBLISHABLE_KEY: keyOf(/^pk_/, 'a publishable key of Stripe, which starts with pk_'),
  STRIPE_WEBHOOK_SECRET: secretSetting(
    keyOf(/^whsec_/, 'a signing secret of Stripe, which starts with whsec_'),
  ),
  STRIPE_API_BASE: addressSetting(['http:', 'https:']),
  DEMO: demoSetting,
  TRUST_PROXY: proxiesSetting,
  RATE_LIMITS: optionalText.pipe(z.enum(['on', 'off'], 'must be on or off').default('on')),
  READS_PER_MINUTE: optionalText
    .transform((value) => value ?? '6000')
    .refine((value) => /^\d{1,7}$/.test(value), 'must be a number, or 0 for no limit')
    .transform(Number),
  QUOTAS: optionalText
    .refine((value) => value === undefined || parseQuotaFactors(value) !== undefined, {
      error: `must multiply quotas, as in pictures=4,comments=2; the quotas are ${quotaNames.join(', ')}`,
    })
    .transform((value) => raisedQuotas(parseQuotaFactors(value ?? '') ?? new Map())),
  LOG_LEVEL: optionalText.pipe(
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('warn'),
  ),
  LOG_FORMAT: optionalText.pipe(
    z.enum(['words', 'json'], 'must be words or json').default('words'),
  ),
});

const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Parses a value for Fastify's `trustProxy`; undefined if it is invalid. */
function parseProxies(value: string): number | string[] | undefined {
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  return parts.every((part) => networkNames.has(part) || isNetwork(part)) ? parts : undefined;
}

function isNetwork(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/');
  const version = isIP(ip);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** Parses the factor of each quota from `pictures=4,comments=2`; undefined for anything else. */
function parseQuotaFactors(value: string): Map<QuotaName, number> | undefined {
  const factors = new Map<QuotaName, number>();
  for (const part of value.split(',')) {
    const [, name, factor] = /^(\w+) *= *([1-9]\d{0,3})$/.exec(part.trim()) ?? [];
    const quota = quotaNames.find((each) => each === name);
    if (!quota || factors.has(quota)) return undefined;
    factors.set(quota, Number(factor));
  }
  return factors;
}

/** Multiplies the default quotas by their factors. */
export function raisedQuotas(factors: ReadonlyMap<QuotaName, number>): Quotas {
  const raised = (name: QuotaName) =>
    Object.entries(quotas[name]).map(([whose, limit]) => [whose, limit * (factors.get(name) ?? 1)]);
  return Object.fromEntries(
    quotaNames.map((name) => [name, Object.fromEntries(raised(name))]),
  ) as Quotas;
}
