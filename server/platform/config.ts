import type { z } from 'zod';
import type { Quotas } from '#contract/platform/quotas.ts';
import { databasesIn, smtpIn } from './config-addresses.ts';
import { ConfigError } from './config-error.ts';
import { fileSetting, withFiles } from './config-files.ts';
import { Environment, type Mailbox } from './config-settings.ts';

export type { Mailbox };

/** The keys for requesting payments from Stripe and verifying its webhooks. */
export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Another host in place of Stripe's own, for tests. */
  apiBase: string | undefined;
  /** How long a call to Stripe may take in all, in milliseconds. */
  patience: number;
}

/** The credentials for sending text messages through Twilio. */
export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number, a sender's name or a messaging service. */
  from: string;
  /** Without a slash at its end; another host in place of Twilio's own, for tests. */
  apiBase: string;
}

export interface Config {
  host: string;
  port: number;
  /** Where the metrics are served, if anywhere. */
  metrics: { host: string; port: number } | undefined;
  /** For how many seconds a signal to end leaves the site serving, while `/readyz` sends traffic elsewhere. */
  shutdownDelay: number;
  /** How many processes serve behind the one port, looked after by another; undefined for one that is alone. */
  processes: number | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A hot standby of that database, which some reads may go to. */
  replicaUrl: string | undefined;
  /** How many connections a process keeps to the primary, at most. */
  databasePool: number;
  /** Whether the statements said most are kept on each connection under a name, which poolers may not bear. */
  namedStatements: boolean;
  /** The site's outside origin, without a path; undefined where it is the listening address. */
  publicOrigin: string | undefined;
  siteName: string;
  supportEmail: string;
  /** Which of these the environment sets, so that nothing else may. */
  ruled: { siteName: boolean; supportEmail: boolean };
  /** For whatever is signed; undefined where one is generated and kept in the database. */
  sessionSecret: string | undefined;
  /** Undefined where mail is kept in the database and not sent. */
  smtpUrl: string | undefined;
  /** The sender of emails; undefined for the site's name and support address. */
  mailFrom: Mailbox | undefined;
  /** How far apart letters go, all processes taken together; undefined for as fast as they can. */
  mailEveryMs: number | undefined;
  /** The person who confirms this address becomes an admin. */
  adminEmail: string | undefined;
  /** Gets an email about a report on the only admin; undefined for nobody. */
  safetyEmail: string | undefined;
  /** Admins act as such only once they have switched two-step sign-in on. */
  adminTwoStep: boolean;
  /** The outside issuer that signs people in by OpenID Connect. */
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined } | undefined;
  /** Undefined where no texts are sent. */
  twilio: TwilioSettings | undefined;
  /** A Nominatim-compatible search service, asked in place of the embedded gazetteer. */
  geocoderUrl: string | undefined;
  /** Undefined where no donations can be taken. */
  stripe: StripeSettings | undefined;
  demo: boolean;
  /** How many proxies in front are believed about whom they speak for, or which; false for none. */
  trustProxy: false | number | string[];
  rateLimits: boolean;
  /** How much one address may read from one process; 0 for no limit. */
  readsPerMinute: number;
  /** The quotas of an account and a group. */
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

export { ConfigError };

const names = Object.keys(Environment.shape) as (keyof typeof Environment.shape)[];
const secretNames = names.filter((name) => Environment.shape[name].meta()?.['secret']);

/** Whether all is told as JSON, what is wrong with the settings too. */
export const tellsInJson = (environment: Record<string, string | undefined>): boolean =>
  environment['LOG_FORMAT']?.trim() === 'json';

/** The names of all environment variables that the site reads. */
export const settingNames: readonly string[] = [...names, ...secretNames.map(fileSetting)];

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Reads the settings that README.md lists.
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
    siteName: env.SITE_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    ruled: {
      siteName: Boolean(environment['SITE_NAME']?.trim()),
      supportEmail: Boolean(environment['SUPPORT_EMAIL']?.trim()),
    },
    sessionSecret: env.SESSION_SECRET,
    smtpUrl: smtpIn(env),
    mailFrom: env.MAIL_FROM,
    mailEveryMs: env.MAIL_RATE,
    adminEmail: env.ADMIN_EMAIL,
    safetyEmail: env.SAFETY_EMAIL,
    adminTwoStep: env.ADMIN_TWO_STEP === 'required',
    oidc: issuerIn(env),
    twilio: twilioSettings(env),
    geocoderUrl: env.GEOCODER_URL,
    stripe: stripeSettings(env),
    demo: env.DEMO === undefined ? !env.DATABASE_URL && !env.PUBLIC_URL : env.DEMO === 'true',
    trustProxy: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS === 'on',
    readsPerMinute: env.READS_PER_MINUTE,
    quotas: env.QUOTAS,
    logLevel: env.LOG_LEVEL,
  };
}

/** @throws ConfigError for settings that are right each by itself, and wrong together */
function requireAccord(env: z.output<typeof Environment>): void {
  if (env.RATE_LIMITS === 'off' && (!loopback.has(env.HOST) || env.PUBLIC_URL)) {
    throw new ConfigError(
      'RATE_LIMITS may be off only where HOST is a loopback address and PUBLIC_URL is unset',
    );
  }
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    throw new ConfigError('DATABASE_URL must be set where DATABASE_REPLICA_URL is');
  }
  if (env.PROCESSES && !env.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL must be set where PROCESSES is more than 1: the embedded database belongs to one process',
    );
  }
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0) {
    throw new ConfigError('METRICS_PORT must be another port than PORT');
  }
}

const stripeGroup = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** All of them or none: with some, donations would seem to work. */
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
        'STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY: both test or both live',
      );
    }
    return { secretKey, publishableKey, webhookSecret, apiBase, patience: 10_000 };
  }
  if (apiBase || stripeGroup.some((name) => env[name] !== undefined)) {
    throw new ConfigError(
      `${missing} must be set too: donations need ${stripeGroup.slice(0, -1).join(', ')} and ${stripeGroup.at(-1)}`,
    );
  }
  return undefined;
}

/** @throws ConfigError for half an issuer */
function issuerIn(env: z.output<typeof Environment>): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer && clientId) return { issuer, clientId, clientSecret };
  if (issuer) throw new ConfigError('OIDC_CLIENT_ID must be set where OIDC_ISSUER is');
  if (clientId || clientSecret) {
    throw new ConfigError('OIDC_ISSUER must be set where OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is');
  }
  return undefined;
}

/** All of them or none: texts that never arrive would be noticed late. */
function twilioSettings(env: z.output<typeof Environment>): TwilioSettings | undefined {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_API_BASE } = env;
  const needed = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM };
  if (Object.values(needed).every((value) => value === undefined)) return undefined;
  for (const [name, value] of Object.entries(needed)) {
    if (value === undefined) {
      throw new ConfigError(`${name} must be set, too, where texts are to be sent by Twilio`);
    }
  }
  return {
    accountSid: TWILIO_ACCOUNT_SID ?? '',
    authToken: TWILIO_AUTH_TOKEN ?? '',
    from: TWILIO_FROM ?? '',
    apiBase: (TWILIO_API_BASE ?? 'https://api.twilio.com').replace(/\/$/, ''),
  };
}
