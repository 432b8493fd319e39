// Copies the planner's statistics from a large database to a small one.
import { truncate } from 'node:fs/promises';
import type pg from 'pg';

/** A table or an index. */
interface Relation {
  name: string;
  pages: number;
  tuples: number;
  visible: number;
}

/** A column of a table, or of an index on an expression; values as PostgreSQL writes them. */
interface Column {
  relation: string;
  name: string;
  found: Partial<Record<keyof typeof kinds, string>>;
}

/** The time at which the statistics were taken; later events count as upcoming. */
export const moment = new Date('2026-06-10T12:00:00.000Z');

export interface Statistics {
  relations: Relation[];
  columns: Column[];
}

/** The columns of `pg_stats`, as `pg_restore_attribute_stats` wants them. */
const kinds = {
  null_frac: 'real',
  avg_width: 'integer',
  n_distinct: 'real',
  most_common_vals: 'text',
  most_common_freqs: 'real[]',
  histogram_bounds: 'text',
  correlation: 'real',
  most_common_elems: 'text',
  most_common_elem_freqs: 'real[]',
  elem_count_histogram: 'real[]',
  range_length_histogram: 'text',
  range_empty_frac: 'real',
  range_bounds_histogram: 'text',
} as const;

export async function takeStatistics(client: pg.ClientBase): Promise<Statistics> {
  const { rows: relations } = await client.query<Relation>(
    `SELECT relname AS name, relpages AS pages, reltuples AS tuples, relallvisible AS visible
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') ORDER BY relname`,
  );
  const found = Object.keys(kinds).map((kind) => `'${kind}', ${valueOf(kind)}::text`);
  const { rows: columns } = await client.query<Column>(
    `SELECT tablename AS relation, attname AS name, json_strip_nulls(json_build_object(${found.join(', ')})) AS found
     FROM pg_stats WHERE schemaname = 'public' ORDER BY tablename, attname`,
  );
  return { relations, columns };
}

/** The average width in bytes from which a column's histogram is left out. */
const wide = 32;

/** No query compares long texts and lists of words, and their histograms are most of the file. */
const valueOf = (kind: string): string =>
  kind === 'histogram_bounds' ? `CASE WHEN avg_width <= ${wide} THEN ${kind} END` : kind;

/** Autovacuum would find the tables empty a minute later, so it is off. */
const autovacuumOff = `
  DO $$ DECLARE each regclass; BEGIN
    FOR each IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', each);
    END LOOP;
  END $$`;

/**
 * Makes the planner treat a database of the same schema as the one measured. The planner takes a
 * table's size from its file, so this extends the files with empty pages; no table may be read
 * afterwards.
 */
export async function restoreStatistics(
  client: pg.ClientBase,
  { relations, columns }: Statistics,
): Promise<void> {
  await client.query(autovacuumOff);
  for (const { name, pages, tuples, visible } of relations) {
    await client.query(
      `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text,
         'relpages', $2::integer, 'reltuples', $3::real, 'relallvisible', $4::integer)`,
      [name, pages, tuples, visible],
    );
    await lengthen(client, name, pages);
  }
  for (const { relation, name, found } of columns) {
    const given = Object.entries(found).map(
      ([kind], at) => `'${kind}', $${at + 3}::${kinds[kind as keyof typeof kinds]}`,
    );
    await client.query(
      `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', $2::text,
         'inherited', false, ${given.join(', ')})`,
      [relation, name, ...Object.values(found)],
    );
  }
}

const pageBytes = 8192;
/** PostgreSQL starts another file after this many pages. */
const pagesOfFile = 131_072;

async function lengthen(client: pg.ClientBase, relation: string, pages: number): Promise<void> {
  const { rows } = await client.query<{ path: string; length: string }>(
    `SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS path, pg_relation_size(oid) AS length
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = $1`,
    [relation],
  );
  const [found] = rows;
  if (!found) throw new Error(`there is no ${relation} here`);
  if (pages > pagesOfFile) throw new Error(`${relation} does not fit into one file`);
  if (pages * pageBytes > Number(found.length)) await truncate(found.path, pages * pageBytes);
}
