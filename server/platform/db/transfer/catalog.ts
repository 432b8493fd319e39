import type { ClientBase } from 'pg';

export interface Column {
  name: string;
  type: string;
}

export interface Table {
  name: string;
  /** Without those the database computes. */
  columns: Column[];
  /** What tells its rows apart, and puts them in one order on every server. */
  key: Column[];
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The tables whose rows are carried, by name. Unlogged ones are not: what they hold may be lost anyway.
 * @throws Error for a table whose rows nothing tells apart
 */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { key: Column[] | null }>(`
    SELECT class.relname AS name,
      (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
              ORDER BY attnum)
       FROM pg_attribute
       WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
              ORDER BY position)
       FROM (SELECT indkey FROM pg_index
             WHERE indrelid = class.oid AND indisunique AND indpred IS NULL AND indexprs IS NULL
               AND NOT EXISTS (SELECT 1 FROM pg_attribute
                 WHERE attrelid = indrelid AND attnum = ANY (indkey) AND NOT attnotnull)
             ORDER BY indisprimary DESC, indexrelid LIMIT 1) chosen,
         LATERAL unnest(chosen.indkey::int2[]) WITH ORDINALITY AS part(number, position)
         JOIN pg_attribute ON attrelid = class.oid AND attnum = part.number) AS key
    FROM pg_class class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = class.oid AND deptype = 'e')
    ORDER BY relname COLLATE "C"`);
  for (const { name, key } of rows) {
    if (!key) throw new Error(`the table ${name} has no key that tells its rows apart`);
  }
  return rows;
}

/** Each sequence of a table with the value it goes on from. */
export async function readSequences(client: ClientBase): Promise<[name: string, next: string][]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY relname COLLATE "C"`);
  const sequences: [string, string][] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ next: string }>(
      `SELECT (last_value + is_called::int)::text AS next FROM public.${quoted(name)}`,
    );
    sequences.push([name, values[0]?.next ?? '1']);
  }
  return sequences;
}

export async function setSequences(
  client: ClientBase,
  sequences: [name: string, next: string][],
): Promise<void> {
  for (const [name, next] of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, false)', [
      `public.${quoted(name)}`,
      next,
    ]);
  }
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

export async function readForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT class.relname AS table, conname AS name, pg_get_constraintdef(con.oid) AS definition
    FROM pg_constraint con JOIN pg_class class ON class.oid = conrelid
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`);
  return rows;
}

/** Rows may come in any order, and as they are: no key is checked and no trigger runs. */
export async function liftRules(client: ClientBase): Promise<void> {
  for (const { table, name } of await readForeignKeys(client)) {
    await client.query(`ALTER TABLE public.${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  }
  for (const { name } of await readTables(client)) {
    await client.query(`ALTER TABLE public.${quoted(name)} DISABLE TRIGGER USER`);
  }
}

/** Puts back what was lifted; every row is checked against every key. */
export async function restoreRules(client: ClientBase, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await client.query(
      `ALTER TABLE public.${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`,
    );
  }
  for (const { name } of await readTables(client)) {
    await client.query(`ALTER TABLE public.${quoted(name)} ENABLE TRIGGER USER`);
  }
}
