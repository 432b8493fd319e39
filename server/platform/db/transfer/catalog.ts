import type { ClientBase } from 'pg';
import { TransferError } from '../refusals.ts';

export interface Column {
  name: string;
  type: string;
}

export interface Table {
  name: string;
  /** The columns without generated ones. */
  columns: Column[];
  /** The columns that identify a row and order the rows alike on every server. */
  key: Column[];
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Lists the tables to transfer, by name. Unlogged ones are left out: their contents may be lost
 * anyway.
 * @throws Error for a table without a key
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

/**
 * Lists each table's sequences with their next value.
 * @throws TransferError for one that this user may not read
 */
export async function readSequences(client: ClientBase): Promise<[name: string, next: string][]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY relname COLLATE "C"`);
  const sequences: [string, string][] = [];
  for (const { name } of rows) {
    await requireReadable(client, name);
    const { rows: values } = await client.query<{ next: string }>(
      `SELECT (last_value + is_called::int)::text AS next FROM public.${quoted(name)}`,
    );
    sequences.push([name, values[0]?.next ?? '1']);
  }
  return sequences;
}

async function requireReadable(client: ClientBase, sequence: string): Promise<void> {
  const name = `public.${quoted(sequence)}`;
  const { rows } = await client.query<{ may: boolean; user: string }>(
    `SELECT has_sequence_privilege($1, 'SELECT') AS may, current_user AS user`,
    [name],
  );
  if (rows[0]?.may) return;
  throw new TransferError(
    `the user ${rows[0]?.user} may not read ${sequence}: have an administrator of the server run ` +
      `GRANT SELECT, USAGE ON SEQUENCE ${name} TO ${quoted(rows[0]?.user ?? '')} in this database`,
  );
}

export async function setSequences(
  client: ClientBase,
  sequences: [name: string, next: string][],
): Promise<void> {
  for (const [sequence, next] of sequences) {
    const name = `public.${quoted(sequence)}`;
    const { rows } = await client.query<{ may: boolean }>(
      `SELECT has_sequence_privilege($1, 'UPDATE') AS may`,
      [name],
    );
    if (rows[0]?.may) {
      await client.query('SELECT setval($1::regclass, $2::bigint, false)', [name, next]);
    } else await advanceSequence(client, name, next);
  }
}

/** A role that may not set a sequence can still draw its numbers. */
async function advanceSequence(client: ClientBase, name: string, next: string): Promise<void> {
  await client.query(
    `SELECT count(nextval($1::regclass))
     FROM generate_series((SELECT last_value + is_called::int FROM ${name}), $2::bigint - 1)`,
    [name, next],
  );
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

/** Suspends foreign keys and triggers, so that rows may come in any order. */
export async function liftRules(client: ClientBase): Promise<void> {
  for (const { table, name } of await readForeignKeys(client)) {
    await client.query(`ALTER TABLE public.${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  }
  await switchTriggers(client, 'O', 'DISABLE');
}

/** Triggers marked ALWAYS stay on: only the audit log has one, and it allows inserts. */
async function switchTriggers(
  client: ClientBase,
  state: 'O' | 'D',
  word: 'DISABLE' | 'ENABLE',
): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT relname AS table, tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal AND tgenabled = $1`,
    [state],
  );
  for (const { table, name } of rows) {
    await client.query(`ALTER TABLE public.${quoted(table)} ${word} TRIGGER ${quoted(name)}`);
  }
}

/** Restores the rules, and checks every row against every key. */
export async function restoreRules(client: ClientBase, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await client.query(
      `ALTER TABLE public.${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`,
    );
  }
  await switchTriggers(client, 'D', 'ENABLE');
}

/** The schema exists until a move is finished; the site does not start on such a database. */
export const moveSchema = 'villagehall_move';

export async function isMoveUnfinished(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    'SELECT to_regnamespace($1) IS NOT NULL AS there',
    [moveSchema],
  );
  return rows[0]?.there ?? false;
}

/** A migration's date, which identifies it. */
export type Migration = number;

/** Lists the database's migrations, oldest first; empty for a database that isn't ours. */
export async function appliedMigrations(client: ClientBase): Promise<Migration[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ date: string }>(
    'SELECT created_at::text AS date FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ date }) => Number(date));
}
