import { AddressError, hasPassword, serversOf, withPassword } from './db/address.ts';

/** An invalid setting prevents the start. The message names the variable and what it should be. */
export class ConfigError extends Error {}

interface Databases {
  DATABASE_URL?: string | undefined;
  DATABASE_REPLICA_URL?: string | undefined;
  DATABASE_PASSWORD?: string | undefined;
}

interface Mail {
  SMTP_URL?: string | undefined;
  SMTP_PASSWORD?: string | undefined;
}

/** Describes the problem with a PostgreSQL address; undefined for a valid one. */
export function databaseProblem(value: string): string | undefined {
  try {
    serversOf(value);
    return undefined;
  } catch (error) {
    if (error instanceof AddressError) return error.message;
    throw error;
  }
}

/** @throws ConfigError for a password that belongs to nothing, or a second one */
export function databasesIn(env: Databases): {
  databaseUrl: string | undefined;
  replicaUrl: string | undefined;
} {
  const { DATABASE_URL: url, DATABASE_REPLICA_URL: replica, DATABASE_PASSWORD: password } = env;
  if (!password) return { databaseUrl: url, replicaUrl: replica };
  if (!url || hasPassword(url)) {
    throw new ConfigError(
      'DATABASE_URL must be set, without a password, if DATABASE_PASSWORD is set',
    );
  }
  return {
    databaseUrl: withPassword(url, password),
    replicaUrl: replica && withPassword(replica, password),
  };
}

/** @throws ConfigError for a password that belongs to nobody, or a second one */
export function smtpIn({ SMTP_URL, SMTP_PASSWORD }: Mail): string | undefined {
  if (!SMTP_PASSWORD) return SMTP_URL;
  const url = SMTP_URL ? new URL(SMTP_URL) : undefined;
  if (!url?.username || url.password) {
    throw new ConfigError(
      'SMTP_URL must be set with a name and no password if SMTP_PASSWORD is set, as in smtps://name@mail.example.org',
    );
  }
  url.password = encodeURIComponent(SMTP_PASSWORD);
  return url.href;
}
