import { sql } from 'drizzle-orm';
import { forEachItem } from '#platform/jobs/items.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';

/**
 * Analyses tables with rows that were never analysed. Autovacuum waits for fifty changes and up to
 * a minute; without statistics, a search of 179 events took three seconds of PostgreSQL.
 */
export async function analyzeUnknown({ db }: Pick<JobDeps, 'db'>): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind = 'r' and reltuples <> 0 and pg_relation_size(pg_class.oid) > 0
      and not exists (select from pg_stats where schemaname = nspname and tablename = relname)`);
  const analyzed = await forEachItem(
    rows.map(({ name }) => name),
    async (name) => void (await db.execute(sql.raw(`analyze ${name}`))),
  );
  return { analyzed };
}
