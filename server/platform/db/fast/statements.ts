import { sql } from 'drizzle-orm';
import { listLimit } from '#contract/platform/limits.ts';
import type { Reader } from '../database.ts';
import { mapperOf, type Certain, type Field } from './rows.ts';

interface Preparable<P> {
  prepare: (name: string) => P;
}

/**
 * How many statements a connection keeps by name. Callers who put filters together make thousands of shapes, and a
 * plan of each takes a quarter of a megabyte. Those that come after these are planned anew each time.
 */
export const mostNamed = 200;

/** By session: the pool has one, and each of its connections, for the transactions there. */
const prepared = new WeakMap<object, Map<string, unknown>>();

/**
 * A statement built once and kept on each connection under `name` (at most 63 characters): what is said often
 * skips both building and planning. The name tells the statement's whole shape. A session names the first
 * `mostNamed` shapes and no more.
 */
export function statement<R extends Reader, P>(
  db: R,
  name: string,
  build: (db: R) => Preparable<P>,
): P {
  const { session } = db._;
  const known = prepared.get(session) ?? new Map<string, unknown>();
  prepared.set(session, known);
  const found = known.get(name) as P | undefined;
  if (found) return found;
  if (known.size >= mostNamed) return unnamed(build(db));
  const fresh = build(db).prepare(name);
  mapQuickly(fresh as Mapped);
  known.set(name, fresh);
  return fresh;
}

/** Drizzle's types want a name; without one `pg` keeps nothing on the connection. */
function unnamed<P>(built: Preparable<P>): P {
  const fresh = (built as { prepare: (name?: string) => P }).prepare();
  mapQuickly(fresh as Mapped);
  return fresh;
}

/** Fields of a Drizzle statement that its types don't declare. */
interface Mapped {
  fields?: Field[];
  joinsNotNullableMap?: Certain;
  customResultMapper?: unknown;
}

function mapQuickly(built: Mapped): void {
  if (built.fields && !built.customResultMapper)
    built.customResultMapper = mapperOf(built.fields, built.joinsNotNullableMap);
}

/**
 * The value of a placeholder, kept from the planner: a plan it made for one value it would make again for each,
 * as soon as that one looks cheaper than a plan for any, and planning takes longer than most lists do.
 */
export const given = (
  name: string,
  type: 'text' | 'text[]' | 'int' | 'int[]' | 'timestamptz' | 'timestamptz[]',
) => sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;

/** Page sizes that statements are made for; each reads at most a few rows more than it was asked for. */
const sizes = [10, 26];

/** At least so many rows, as a number to write into a statement and into its name. */
export const roundedUp = (rows: number) => sizes.find((size) => size >= rows) ?? listLimit + 1;
