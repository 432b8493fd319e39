import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { quoted, type Table } from './catalog.ts';

/** A row as the texts of its values. PostgreSQL's text form of each type is exact. */
export type Row = (string | null)[];

/** Rows with pictures are large, so their batches are smaller. */
const batchOf = ({ columns }: Table) =>
  columns.some(({ type }) => type === 'bytea' || type === 'jsonb') ? 50 : 1_000;

/** Settings that change how PostgreSQL prints values. */
const sessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
};

/** Begins a transaction with one snapshot throughout. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await applySettings(client);
}

/** Makes values print alike in this transaction, whatever the server's settings. */
export async function applySettings(client: ClientBase): Promise<void> {
  for (const [name, value] of Object.entries(sessionSettings)) {
    await client.query(`SET LOCAL ${name} = '${value}'`);
  }
}

/** Reads a table's rows by key, in the same order on every server; needs a transaction. */
export async function* readRows(
  client: ClientBase,
  table: Table,
  after = 0,
): AsyncGenerator<Row[], void> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  const order = table.key
    .map(({ name, type }) => (type === 'text' ? `${quoted(name)} COLLATE "C"` : quoted(name)))
    .join(', ');
  const source = `public.${quoted(table.name)}`;
  await client.query(
    `DECLARE transfer NO SCROLL CURSOR FOR SELECT ${columns} FROM ${source} ORDER BY ${order}`,
  );
  try {
    if (after > 0) await client.query(`MOVE FORWARD ${after} FROM transfer`);
    for (;;) {
      const { rows } = await client.query<Row>({
        text: `FETCH FORWARD ${batchOf(table)} FROM transfer`,
        rowMode: 'array',
      });
      if (rows.length === 0) break;
      yield rows;
    }
  } finally {
    await client.query('CLOSE transfer');
  }
}

/**
 * Writes rows whose values are in the order of `columns`; identity columns keep their numbers. It
 * can skip rows that exist already with equal values.
 */
export async function writeRows(
  client: ClientBase,
  { name, columns: tableColumns, key }: Table,
  columns: string[],
  rows: Row[],
  { missing }: { missing: boolean } = { missing: false },
): Promise<void> {
  if (rows.length === 0) return;
  const types = columns.map((column) => {
    const type = tableColumns.find((each) => each.name === column)?.type;
    if (!type) throw new Error(`the table ${name} has no column ${column}`);
    return type;
  });
  const values = types.map((type, index) => `c${index}::${type}`).join(', ');
  const names = columns.map((_, index) => `c${index}`).join(', ');
  const ofKey = key.map((each) => columns.indexOf(each.name));
  const isKey = ofKey.map(
    (index) => `${quoted(columns[index] ?? '')} = c${index}::${types[index]}`,
  );
  const unlessThere = `WHERE NOT EXISTS (SELECT 1 FROM public.${quoted(name)}
     WHERE ${isKey.join(' AND ')} AND (${columns.map(quoted).join(', ')}) IS NOT DISTINCT FROM (${values}))`;
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  await client.query(
    `INSERT INTO public.${quoted(name)} (${columns.map(quoted).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM unnest(${arrays}) AS given(${names}) ${missing ? unlessThere : ''}`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}

export const lineOf = (row: Row) => `${JSON.stringify(row)}\n`;

/** The number of rows, and a checksum of their contents. */
export class Tally {
  rows = 0;
  readonly #hash = createHash('sha256');

  add(line: string): void {
    this.rows += 1;
    this.#hash.update(line);
  }

  end(): { rows: number; sha256: string } {
    return { rows: this.rows, sha256: this.#hash.digest('hex') };
  }
}

/** Counts and sums a table's rows in any order. */
export async function tallyOf(client: ClientBase, table: Table) {
  const tally = new Tally();
  for await (const rows of readRows(client, table)) for (const row of rows) tally.add(lineOf(row));
  return tally.end();
}
