import type { Database } from './database.ts';

/**
 * Caches a value that is the same for everyone and seldom changes. Each database is read at most
 * once per period.
 */
export function memoizeFor<T>(ms: number, read: (db: Database, now: Date) => Promise<T>) {
  const cache = new WeakMap<Database, { at: number; found: Promise<T> }>();
  return (db: Database, now: Date): Promise<T> => {
    const last = cache.get(db);
    if (last && Math.abs(now.getTime() - last.at) < ms) return last.found;
    const found = read(db, now);
    cache.set(db, { at: now.getTime(), found });
    found.catch(() => cache.delete(db));
    return found;
  };
}
