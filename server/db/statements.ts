import type { Database } from './database.ts';

interface Preparable<P> {
  prepare: (name: string) => P;
}

const prepared = new WeakMap<Database, Map<string, unknown>>();

/**
 * A statement built once for a database and kept on each connection under `name` (at most 63 characters):
 * the hot reads skip both building and planning. The name tells the statement's whole shape.
 */
export function statement<P>(
  db: Database,
  name: string,
  build: (db: Database) => Preparable<P>,
): P {
  const known = prepared.get(db) ?? new Map<string, unknown>();
  prepared.set(db, known);
  const found = known.get(name) as P | undefined;
  if (found) return found;
  const fresh = build(db).prepare(name);
  known.set(name, fresh);
  return fresh;
}

/** `text` as a pattern that contains it, for (I)LIKE. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
