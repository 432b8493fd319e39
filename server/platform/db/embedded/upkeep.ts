import { troubleCodes } from './error.ts';
import type { Postgres } from './postgres.ts';
import { query, StatementError } from './query.ts';

/** PGlite has no background processes, so nothing else checkpoints, vacuums or analyses. */

const checkpointAfterBytes = 32 * 1024 * 1024;
const everyMs = 15_000;
/** The time that one round may keep clients waiting; a table begun before then is finished. */
const budgetMs = 50;

const logSinceCheckpoint = `
  SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint FROM pg_control_checkpoint()`;

/** The thresholds are autovacuum's. */
const staleTables = `
  SELECT format('%I.%I', stat.schemaname, stat.relname)
  FROM pg_stat_all_tables stat JOIN pg_class class ON class.oid = stat.relid
  CROSS JOIN LATERAL (SELECT greatest(class.reltuples, 0) AS rows) known
  WHERE stat.schemaname <> 'pg_toast'
    AND (stat.n_dead_tup > 50 + 0.2 * known.rows
      OR stat.n_mod_since_analyze > 50 + 0.1 * known.rows
      OR stat.n_ins_since_vacuum > 1000 + 0.2 * known.rows)
  ORDER BY stat.n_dead_tup DESC`;

/** Keeps the write-ahead log short, dead rows few and the planner's statistics fresh. */
export async function tidyTables(postgres: Postgres, longestMs = budgetMs): Promise<void> {
  if (postgres.inTransaction()) return;
  const [[bytes] = []] = await query(postgres, logSinceCheckpoint);
  if (Number(bytes) > checkpointAfterBytes) await tryQuery(postgres, 'CHECKPOINT');

  await query(postgres, 'SELECT pg_stat_force_next_flush()');
  const until = performance.now() + longestMs;
  for (const [table] of await query(postgres, staleTables)) {
    if (performance.now() > until || postgres.inTransaction()) return;
    await tryQuery(postgres, `VACUUM (ANALYZE) ${table}`);
  }
}

/**
 * A full disk or a damaged table makes the statement fail. The next round tries again; people can
 * read meanwhile.
 */
async function tryQuery(postgres: Postgres, sql: string): Promise<void> {
  try {
    await query(postgres, sql);
  } catch (error) {
    if (!(error instanceof StatementError && troubleCodes.includes(error.code))) throw error;
  }
}

/** Tidies at intervals; returns a function that stops this. */
export function startUpkeep(
  postgres: Postgres,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(() => tidyTables(postgres)).catch(onError);
  }, everyMs);
  return () => {
    clearInterval(timer);
    return round;
  };
}
