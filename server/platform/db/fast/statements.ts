import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { listLimit } from '#contract/platform/limits.ts';
import type { Reader } from '../database.ts';
import { mapperOf, type JoinNullability, type Field } from './rows.ts';

/** A statement of Drizzle before it is prepared. */
export interface Preparable<P> {
  prepare: (name: string) => P;
}

/**
 * The number of statements that a connection keeps by name. Callers who combine filters make
 * thousands of shapes, and each plan takes a quarter of a megabyte. Later statements are planned
 * again each time.
 */
export const maxNamed = 200;

/** PostgreSQL cuts off what a name has beyond this, so that two names may become one. */
const longestName = 63;
const hashOf = (name: string) => createHash('sha256').update(name).digest('base64url');

/** Prepared statements by session: the pool's, and one for the transactions of each connection. */
const preparedStatements = new WeakMap<object, Map<string, unknown>>();

/**
 * Builds a statement once and keeps it on each connection under `name`, so that frequent statements
 * skip both building and planning. The name encodes the statement's whole shape. A session names the
 * first `maxNamed` shapes and no more.
 */
export function statement<R extends Reader, P>(
  db: R,
  name: string,
  build: (db: R) => Preparable<P>,
): P {
  const { session } = db._;
  const bySession = preparedStatements.get(session) ?? new Map<string, unknown>();
  preparedStatements.set(session, bySession);
  const found = bySession.get(name) as P | undefined;
  if (found) return found;
  if (bySession.size >= maxNamed) return unnamedStatement(build(db));
  const fresh = build(db).prepare(name.length > longestName ? hashOf(name) : name);
  mapQuickly(fresh as MappedQuery);
  bySession.set(name, fresh);
  return fresh;
}

/**
 * Prepares a statement that has a connection to itself and is planned each time. Drizzle's types
 * require a name; without one `pg` prepares nothing on the connection.
 */
export function unnamedStatement<P>(built: Preparable<P>): P {
  const fresh = (built as { prepare: (name?: string) => P }).prepare();
  mapQuickly(fresh as MappedQuery);
  return fresh;
}

/** Fields of a Drizzle statement that its types don't declare. */
interface MappedQuery {
  fields?: Field[];
  joinsNotNullableMap?: JoinNullability;
  customResultMapper?: unknown;
}

function mapQuickly(built: MappedQuery): void {
  if (built.fields && !built.customResultMapper)
    built.customResultMapper = mapperOf(built.fields, built.joinsNotNullableMap);
}

/**
 * Hides a placeholder's value from the planner. Otherwise PostgreSQL makes a new plan for each
 * value as soon as one such plan looks cheaper than the generic one. Planning takes longer than
 * most lists do.
 */
export const boundParam = (
  name: string,
  type:
    | 'text'
    | 'text[]'
    | 'int'
    | 'int[]'
    | 'float8'
    | 'boolean'
    | 'jsonb'
    | 'timestamptz'
    | 'timestamptz[]',
) => sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;

/** The page sizes of prepared statements; each reads at most a few rows too many. */
const batchSizes = [10, 26];

/** Rounds up to a page size, as a number for a statement and its name. */
export const roundedUp = (rows: number) => batchSizes.find((size) => size >= rows) ?? listLimit + 1;
