import { sql, type SQL } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { isNewAccount } from './policy.ts';

/** Counts in one statement; the age of the viewer's account decides which limits apply. */
export async function countsOf<Name extends string>(
  db: Reader,
  viewer: Viewer,
  counts: Record<Name, SQL>,
  now: Date,
): Promise<{ isNew: boolean; used: Record<Name, number> }> {
  const counted = Object.entries<SQL>(counts).map(
    ([name, count]) => sql`coalesce((${count}), 0)::float8 as ${sql.identifier(name)}`,
  );
  const { rows } = await db.execute<Record<string, number>>(sql`
    select (extract(epoch from ${users.createdAt}) * 1000)::float8 as "createdAt", ${sql.join(counted, sql`, `)}
    from ${users} where ${users.id} = ${viewer.id}`);
  const [{ createdAt = now.getTime(), ...used } = {}] = rows;
  return {
    isNew: isNewAccount({ role: viewer.role, createdAt: new Date(createdAt) }, now),
    used: used as Record<Name, number>,
  };
}
