import pg from 'pg';

/** The database took no connection; the message is the driver's reason, in one line. */
export class ConnectionError extends Error {}

/** What its operator is to set up differently; the message says what would help, in one line. */
export class SetupError extends Error {}

/** As the driver tells of it. */
const noPassword = /client password must be a string|empty password returned by client/;

/** A host of several addresses fails with an error for each, and no message of its own. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  if (!(first instanceof Error)) return String(first);
  if (noPassword.test(first.message)) return 'it asks for a password, and the address has none';
  return first.message.replace(/\s+/g, ' ');
}

const tooManyConnections = '53300';

/** Of PostgreSQL: the server, the database or the role has all it may have. Of PgBouncer: so has it. */
export const isFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === tooManyConnections || error.message.startsWith('no more connections allowed'));

/** Who asks, or what for, is wrong wherever it is asked. */
const wrongEverywhere = /^(28P|3D000|42501)/;
/** Of the pool: all its connections are in use, or it is closed. */
const ofPool = /^timeout exceeded when trying to connect|^Cannot use a pool/;

/** Whether another server, or another way to it, may do. */
export function isOfServer(error: unknown): boolean {
  if (isFull(error)) return false;
  if (error instanceof pg.DatabaseError) return !wrongEverywhere.test(error.code ?? '');
  return !(error instanceof Error && ofPool.test(error.message));
}
