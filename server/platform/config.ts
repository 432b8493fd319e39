import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import leven from 'leven';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import type { Quotas } from '#contract/platform/quotas.ts';
import { fileReason } from './process/file-reason.ts';
import { fetchPublic, type FetchPublic } from './fetch/fetch-public.ts';
import { ConfigError, databasesIn, smtpIn } from './config-addresses.ts';
import { Environment, type Mailbox } from './config-settings.ts';
import type { PushHosts } from './push/hosts.ts';
import { parseMailEvents, type MailEventSource } from './mail/provider-events.ts';

export type { Mailbox };

/** The keys for requesting payments from Stripe and verifying its webhooks. */
export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A test host in place of Stripe's own. */
  apiBase: string | undefined;
  /** The time limit for a call to Stripe, retries included, in milliseconds. */
  timeoutMs: number;
}

/** The credentials for sending text messages through Twilio. */
export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A phone number, a sender name or a messaging service. */
  from: string;
  /** No trailing slash; tests use another host than Twilio's own. */
  apiBase: string;
}

export interface Config {
  host: string;
  port: number;
  /** The address that serves the metrics, if any. */
  metrics: { host: string; port: number } | undefined;
  /**
   * The seconds that the site keeps serving after a signal to end, while `/readyz` sends traffic
   * elsewhere.
   */
  shutdownDelay: number;
  /**
   * The number of processes behind the one port, under a parent process; undefined for a single
   * process.
   */
  processes: number | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A hot standby of the database, for some reads. */
  replicaUrl: string | undefined;
  /** The most connections a process keeps to the primary. */
  databasePool: number;
  /**
   * Frequent statements are prepared by name on each connection, which some poolers don't support.
   */
  namedStatements: boolean;
  /** The site's public origin, without a path; undefined for the listening address. */
  publicOrigin: string | undefined;
  siteName: CleanText;
  supportEmail: CleanText;
  /** The settings fixed by the environment, which admins can't change. */
  ruled: { siteName: boolean; supportEmail: boolean };
  /**
   * The secret for signing; undefined if the site generates one and keeps it in the database.
   */
  sessionSecret: string | undefined;
  /** Undefined where emails stay in the database and are not sent. */
  smtpUrl: string | undefined;
  /** The sender of emails; undefined for the site's name and support address. */
  mailFrom: Mailbox | undefined;
  /** The time between emails across all processes; undefined for as fast as possible. */
  mailEveryMs: number | undefined;
  /** The provider that reports bounces; undefined without one. */
  mailEvents: MailEventSource | undefined;
  /** The IMAP address of the mailbox that bounces go to; undefined without one. */
  bounceMailbox: string | undefined;
  /** The person who confirms this address becomes an admin. */
  adminEmail: string | undefined;
  /** The recipient of emails about reports against the only admin; undefined for nobody. */
  safetyEmail: string | undefined;
  /** Admins need two-step sign-in to use their rights. */
  adminTwoStep: boolean;
  /** The outside issuer that signs people in by OpenID Connect. */
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined } | undefined;
  /** Undefined if the site sends no texts. */
  twilio: TwilioSettings | undefined;
  /** A Nominatim-compatible search service that replaces the embedded gazetteer. */
  geocoderUrl: string | undefined;
  /** A file with the positions of postcode sectors; undefined for the bundled outward codes. */
  postcodesFile: string | undefined;
  /** Reads addresses that members give; undefined where the operator has switched it off. */
  fetchPublic: FetchPublic | undefined;
  /** Where notifications may go; undefined where none are sent. */
  pushHosts: PushHosts | undefined;
  /** The private key of notifications; undefined if the site generates one and keeps it. */
  vapidPrivateKey: string | undefined;
  /** Undefined if the site takes no donations. */
  stripe: StripeSettings | undefined;
  demo: boolean;
  /** A demonstration on the web: anybody signs in by one press, and it starts anew each hour. */
  publicDemo: boolean;
  /** The number of trusted proxies in front, or their addresses; false for none. */
  trustProxy: false | number | string[];
  rateLimits: boolean;
  /** The reads that one process allows an address per minute; 0 for no limit. */
  readsPerMinute: number;
  /** The quotas of each account and group. */
  quotas: Quotas;
  logLevel: string;
}

/** The origin that links to the site begin with. */
export const linkOrigin = ({
  publicOrigin,
  host,
  port,
}: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string =>
  publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

type Variables = Record<string, string | undefined>;

/** Returns the setting that names a file with this secret. */
const fileSetting = (name: string): string => `${name}_FILE`;

/**
 * Reads secrets from the files that the environment names, so that process and container listings
 * don't show them.
 * @throws ConfigError
 */
function withFiles(environment: Variables, secrets: readonly string[]): Variables {
  const read = secrets.flatMap((name) => {
    const file = environment[fileSetting(name)]?.trim();
    if (!file) return [];
    if (environment[name]?.trim()) {
      throw new ConfigError(`${name} and ${fileSetting(name)} are both set. Unset one of them.`);
    }
    return [[name, contentOf(file, fileSetting(name))] as const];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function contentOf(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = fileReason(error) ?? String(error);
    throw new ConfigError(
      `${setting} names a file that can't be read (${reason}). Check the path and its permissions.`,
    );
  }
}

export { ConfigError };

const settings = Object.keys(Environment.shape) as (keyof typeof Environment.shape)[];
const secretNames = settings.filter((name) => Environment.shape[name].meta()?.['secret']);

/** True if all output is JSON, configuration errors included. */
export const logsInJson = (environment: Record<string, string | undefined>): boolean =>
  environment['LOG_FORMAT']?.trim() === 'json';

/** The names of all environment variables that the site reads. */
export const settingNames: readonly string[] = [...settings, ...secretNames.map(fileSetting)];

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Reads the settings that docs/settings.md lists.
 * @throws ConfigError
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(withFiles(environment, secretNames));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const env = parsed.data;
  requireAccord(env);
  return {
    host: env.HOST,
    port: env.PORT,
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    shutdownDelay: env.SHUTDOWN_DELAY,
    processes: env.PROCESSES,
    dataDir: env.DATA_DIR,
    ...databasesIn(env),
    databasePool: env.DATABASE_POOL,
    namedStatements: env.DATABASE_STATEMENTS === 'named',
    publicOrigin: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    siteName: cleanText(env.SITE_NAME),
    supportEmail: cleanText(env.SUPPORT_EMAIL),
    ruled: {
      siteName: Boolean(environment['SITE_NAME']?.trim()),
      supportEmail: Boolean(environment['SUPPORT_EMAIL']?.trim()),
    },
    sessionSecret: env.SESSION_SECRET,
    smtpUrl: smtpIn(env),
    mailFrom: env.MAIL_FROM,
    mailEveryMs: env.MAIL_RATE,
    mailEvents: env.MAIL_EVENTS === undefined ? undefined : parseMailEvents(env.MAIL_EVENTS),
    bounceMailbox: env.BOUNCE_IMAP_URL,
    adminEmail: env.ADMIN_EMAIL,
    safetyEmail: env.SAFETY_EMAIL,
    adminTwoStep: env.ADMIN_TWO_STEP === 'required',
    oidc: issuerIn(env),
    twilio: twilioSettings(env),
    geocoderUrl: env.GEOCODER_URL,
    postcodesFile: env.POSTCODES,
    fetchPublic: env.IMPORT_FROM_URLS === 'on' && env.DEMO !== 'public' ? fetchPublic : undefined,
    pushHosts: env.PUSH_HOSTS === 'off' || env.DEMO === 'public' ? undefined : env.PUSH_HOSTS,
    vapidPrivateKey: env.VAPID_PRIVATE_KEY,
    stripe: stripeSettings(env),
    demo: env.DEMO === undefined ? !env.DATABASE_URL && !env.PUBLIC_URL : env.DEMO !== 'false',
    publicDemo: env.DEMO === 'public',
    trustProxy: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS === 'on',
    readsPerMinute: env.READS_PER_MINUTE,
    quotas: env.QUOTAS,
    logLevel: env.LOG_LEVEL,
  };
}

/** Tells whether emails leave this site: it has a mail server, which a public demonstration lacks. */
export const mailLeaves = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== undefined;

/**
 * Tells whether people can come without an account: by a link in an email, or on a public
 * demonstration by one on the page.
 */
export const takesGuests = (config: Pick<Config, 'smtpUrl' | 'publicDemo'>): boolean =>
  mailLeaves(config) || config.publicDemo;

const publicDemoSendsNothing = [
  'SMTP_URL',
  'TWILIO_ACCOUNT_SID',
  'STRIPE_SECRET_KEY',
  'OIDC_ISSUER',
] as const;

/** @throws ConfigError for settings that are valid alone but conflict with each other */
function requireAccord(env: z.output<typeof Environment>): void {
  const isTrial = loopbackHosts.has(env.HOST) && !env.PUBLIC_URL;
  if (env.RATE_LIMITS === 'off' && !isTrial) {
    throw new ConfigError(
      'RATE_LIMITS may be off only if HOST is a loopback address and PUBLIC_URL is unset',
    );
  }
  if (env.PUSH_HOSTS !== 'off' && env.PUSH_HOSTS?.trial !== undefined && !isTrial) {
    throw new ConfigError(
      'PUSH_HOSTS may name this machine only if HOST is a loopback address and PUBLIC_URL is unset',
    );
  }
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    throw new ConfigError('DATABASE_URL must be set if DATABASE_REPLICA_URL is set');
  }
  if (env.PROCESSES && !env.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL must be set if PROCESSES is more than 1: only one process can use the embedded database',
    );
  }
  const outward = publicDemoSendsNothing.find((name) => env.DEMO === 'public' && env[name]);
  if (outward)
    throw new ConfigError(`${outward} must not be set if DEMO is public: it sends nothing`);
  if (env.PROCESSES && env.DEMO === 'public') {
    throw new ConfigError('PROCESSES must not be set if DEMO is public');
  }
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0) {
    throw new ConfigError('METRICS_PORT must not be the same port as PORT');
  }
}

const stripeGroup = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** Requires all of them or none: with only some, donations would seem to work. */
function stripeSettings(env: z.output<typeof Environment>): StripeSettings | undefined {
  const missing = stripeGroup.find((name) => env[name] === undefined);
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  } = env;
  if (secretKey && publishableKey && webhookSecret) {
    const isTest = (key: string) => key.includes('_test_');
    if (isTest(secretKey) !== isTest(publishableKey)) {
      throw new ConfigError(
        'STRIPE_PUBLISHABLE_KEY must have the same mode as STRIPE_SECRET_KEY: both test or both live',
      );
    }
    return { secretKey, publishableKey, webhookSecret, apiBase, timeoutMs: 10_000 };
  }
  if (apiBase || stripeGroup.some((name) => env[name] !== undefined)) {
    throw new ConfigError(
      `${missing} must be set too: donations need ${stripeGroup.slice(0, -1).join(', ')} and ${stripeGroup.at(-1)}`,
    );
  }
  return undefined;
}

/** @throws ConfigError for an incomplete issuer */
function issuerIn(env: z.output<typeof Environment>): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer && clientId) return { issuer, clientId, clientSecret };
  if (issuer) throw new ConfigError('OIDC_CLIENT_ID must be set if OIDC_ISSUER is set');
  if (clientId || clientSecret) {
    throw new ConfigError('OIDC_ISSUER must be set if OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is set');
  }
  return undefined;
}

/** Requires all of them or none: operators would notice missing texts late. */
function twilioSettings(env: z.output<typeof Environment>): TwilioSettings | undefined {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_API_BASE } = env;
  const needed = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM };
  if (Object.values(needed).every((value) => value === undefined)) return undefined;
  for (const [name, value] of Object.entries(needed)) {
    if (value === undefined) {
      throw new ConfigError(`${name} must be set too if Twilio is to send text messages`);
    }
  }
  return {
    accountSid: TWILIO_ACCOUNT_SID ?? '',
    authToken: TWILIO_AUTH_TOKEN ?? '',
    from: TWILIO_FROM ?? '',
    apiBase: (TWILIO_API_BASE ?? 'https://api.twilio.com').replace(/\/$/, ''),
  };
}

/** Allows one typing mistake for every four letters. */
const isMisspelt = (name: string, setting: string) =>
  leven(name, setting) <= Math.floor(setting.length / 4);

function* misspeltNames(names: readonly string[]): Generator<string> {
  for (const name of names) {
    if (settingNames.includes(name)) continue;
    const meant = settingNames.find((setting) => isMisspelt(name.toUpperCase(), setting));
    if (meant) yield `${name} is not a setting of the site. Did you mean ${meant}?`;
  }
}

const isHere = (origin: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(origin).hostname);

/** Lists what an operator may have overlooked, one sentence each. The site starts anyway. */
export function configWarnings(
  { publicOrigin, smtpUrl }: Pick<Config, 'publicOrigin' | 'smtpUrl'>,
  names: readonly string[],
): string[] {
  const warnings = [...misspeltNames(names)];
  if (publicOrigin === undefined) return warnings;
  if (publicOrigin.startsWith('http:') && !isHere(publicOrigin)) {
    warnings.push(
      'PUBLIC_URL is not https, so others on the network can read what members type. Serve the site over https.',
    );
  }
  if (smtpUrl === undefined) {
    warnings.push(
      'SMTP_URL is not set, so emails are stored for admins and not sent. Set it to your mail server.',
    );
  }
  return warnings;
}
