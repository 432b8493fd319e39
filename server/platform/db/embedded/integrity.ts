import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { damaged, EmbeddedEngineError } from './error.ts';

/** Lists every table and index with a file of its own. */
const files = `
  SELECT path FROM (SELECT pg_relation_filepath(oid) AS path FROM pg_class) AS known
  WHERE path IS NOT NULL ORDER BY path`;

/**
 * Checks at the start that no file is missing. PostgreSQL itself would notice a lost or uncopied
 * file only when somebody reads it.
 * @throws EmbeddedEngineError
 */
export async function requireFiles(client: pg.ClientBase, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ path: string }>(files);
  const gone = rows.filter(({ path }) => !existsSync(join(dataDir, 'postgres', path)));
  const [first] = gone;
  if (!first) return;
  const more = gone.length > 1 ? ` and ${gone.length - 1} more` : '';
  throw new EmbeddedEngineError(damaged(dataDir, `postgres/${first.path}${more} is gone`));
}
