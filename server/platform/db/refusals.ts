import pg from 'pg';
import { fileReason } from '#platform/process/file-reason.ts';

/** The database refused the connection; the message is the driver's reason, in one line. */
export class ConnectionError extends Error {}

/**
 * The operator has to change a setting of the server or pooler. The message says which, in one
 * line.
 */
export class SetupError extends Error {}

/** A transfer failed. The message tells the operator what to do. */
export class TransferError extends Error {}

/** The driver's messages for a missing password. */
const noPassword = /client password must be a string|empty password returned by client/;

/**
 * For a host with several addresses the error holds one error for each, and no message of its own.
 */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  if (!(first instanceof Error)) return String(first);
  if (noPassword.test(first.message)) return 'it asks for a password, and the address has none';
  return fileReason(first) ?? first.message.replace(/\s+/g, ' ');
}

const tooManyConnections = '53300';

/**
 * PostgreSQL's codes: the server, the database or the role is at its connection limit. PgBouncer
 * reports its own limit.
 */
export const isFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === tooManyConnections || error.message.startsWith('no more connections allowed'));

/** The credentials or the database are wrong on every server. */
const wrongEverywhere = /^(28P|3D000|42501)/;
/** Errors of the pool: all its connections are in use, or it is closed. */
const ofPool = /^timeout exceeded when trying to connect|^Cannot use a pool/;

/** Tells whether another server, or other TLS settings, may work. */
export function canRetryElsewhere(error: unknown): boolean {
  if (isFull(error)) return false;
  if (error instanceof pg.DatabaseError) return !wrongEverywhere.test(error.code ?? '');
  return !(error instanceof Error && ofPool.test(error.message));
}
