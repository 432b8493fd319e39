import type { ClientBase } from 'pg';
import { z } from 'zod';
import {
  appliedMigrations,
  readSequences,
  readTables,
  setSequences,
  liftRules,
  readForeignKeys,
  restoreRules,
} from './catalog.ts';
import { writerFor } from './kept-log.ts';
import { beginSnapshot, lineOf, readRows, type Row, applySettings, Tally } from './rows.ts';
import { clearForTransfer, emptyTables, migrateTo, requireKnown } from './schema.ts';
import { TransferError } from '../refusals.ts';

/** Rows per statement. */
const batchRows = 1_000;
const batchLength = 4 * 1024 * 1024;

const Head = z.strictObject({
  format: z.literal('villagehall'),
  version: z.literal(1),
  migrations: z.array(z.number()),
});
const Begin = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
const End = z.strictObject({ rows: z.number(), sha256: z.string() });
const Foot = z.strictObject({
  sequences: z.array(z.tuple([z.string(), z.string()])),
  tables: z.number(),
});

const line = (value: object) => `${JSON.stringify(value)}\n`;

/**
 * Dumps the whole database at one moment: one line for each table's beginning, each row and each
 * end. The same data gives the same bytes on either engine.
 */
export async function* dump(client: ClientBase): AsyncGenerator<string, void> {
  await beginSnapshot(client);
  try {
    const migrations = await appliedMigrations(client);
    if (migrations.length === 0) throw new TransferError('the database holds nothing yet');
    yield line({ format: 'villagehall', version: 1, migrations });
    const tables = await readTables(client);
    for (const table of tables) {
      yield line({ table: table.name, columns: table.columns.map(({ name }) => name) });
      const tally = new Tally();
      for await (const rows of readRows(client, table)) {
        const lines = rows.map(lineOf);
        for (const each of lines) tally.add(each);
        yield lines.join('');
      }
      yield line(tally.end());
    }
    yield line({ sequences: await readSequences(client), tables: tables.length });
  } finally {
    await client.query('ROLLBACK');
  }
}

export interface LoadedCounts {
  tables: number;
  rows: number;
}

/**
 * Replaces the database's contents with a dump in one transaction: everything or nothing.
 * @throws TransferError
 */
export async function loadDump(
  client: ClientBase,
  lines: AsyncIterable<string>,
  { replace }: { replace: boolean },
): Promise<LoadedCounts> {
  await client.query('BEGIN');
  try {
    const loaded = await loadWithin(client, lines, replace);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return loaded;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function loadWithin(
  client: ClientBase,
  lines: AsyncIterable<string>,
  replace: boolean,
): Promise<LoadedCounts> {
  const source = new Lines(lines);
  const { migrations } = await source.next(Head, 'this is no backup');
  requireKnown(migrations);
  await applySettings(client);
  const keptLog = await clearForTransfer(client, replace);
  await migrateTo(client, keptLog, migrations);
  const keys = await readForeignKeys(client);
  await liftRules(client);
  const loaded = await loadTables(client, source);
  await restoreRules(client, keys);
  await migrateTo(client, keptLog);
  return loaded;
}

async function loadTables(client: ClientBase, source: Lines): Promise<LoadedCounts> {
  const tables = new Map((await readTables(client)).map((table) => [table.name, table]));
  await emptyTables(client);
  const write = await writerFor(client);
  const loaded = { tables: 0, rows: 0 };
  for (;;) {
    const next = await source.next(z.union([Begin, Foot]));
    if ('sequences' in next) {
      if (next.tables !== loaded.tables) throw damagedError();
      await setSequences(client, next.sequences);
      return loaded;
    }
    const table = tables.get(next.table);
    if (!table) throw damagedError();
    const tally = new Tally();
    for await (const rows of source.rows(tally, next.columns.length)) {
      await write(table, next.columns, rows);
    }
    const end = await source.next(End);
    const { rows, sha256 } = tally.end();
    if (end.rows !== rows || end.sha256 !== sha256) throw damagedError();
    loaded.tables += 1;
    loaded.rows += rows;
  }
}

const damagedError = () => new TransferError('the backup is damaged: nothing was changed');

/** Reads a dump line by line; an unexpected line means that the dump is damaged. */
class Lines {
  readonly #lines: AsyncIterator<string>;
  #ahead: string | undefined;

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]();
  }

  async next<T>(schema: z.ZodType<T>, otherwise?: string): Promise<T> {
    const parsed = schema.safeParse(parse(await this.#take()));
    if (parsed.success) return parsed.data;
    throw otherwise ? new TransferError(otherwise) : damagedError();
  }

  /** Reads rows in batches, up to the first line that is no row. */
  async *rows(tally: Tally, width: number): AsyncGenerator<Row[], void> {
    let batch: Row[] = [];
    let length = 0;
    for (;;) {
      const text = await this.#take();
      if (!text?.startsWith('[')) {
        this.#ahead = text;
        break;
      }
      const row = parse(text);
      if (!isRow(row, width)) throw damagedError();
      tally.add(`${text}\n`);
      batch.push(row);
      length += text.length;
      if (batch.length < batchRows && length < batchLength) continue;
      yield batch;
      batch = [];
      length = 0;
    }
    yield batch;
  }

  async #take(): Promise<string | undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead !== undefined) return ahead;
    try {
      const { value, done } = await this.#lines.next();
      return done ? undefined : value;
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
        throw damagedError();
      }
      throw error;
    }
  }
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

const isRow = (value: unknown, width: number): value is Row =>
  Array.isArray(value) &&
  value.length === width &&
  value.every((each) => each === null || typeof each === 'string');
