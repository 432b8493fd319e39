import type { ClientBase } from 'pg';
import {
  appliedMigrations,
  readSequences,
  moveSchema,
  readForeignKeys,
  restoreRules,
  readTables,
  isMoveUnfinished,
  setSequences,
  liftRules,
  type Table,
  type ForeignKey,
} from './catalog.ts';
import { writerFor, type WriteRows } from './kept-log.ts';
import { beginSnapshot, readRows, applySettings, tallyOf } from './rows.ts';
import { clearForTransfer, emptyTables, migrateTo } from './schema.ts';
import { TransferError } from '../refusals.ts';

export interface Progress {
  table: string;
  done: number;
  total: number;
}

export interface MovedCounts {
  tables: number;
  rows: number;
  /** The number of rows that an earlier, interrupted run copied. */
  resumedAt: number;
}

interface Options {
  replace: boolean;
  onProgress: (progress: Progress) => void;
}

/**
 * Copies all rows from one database to another in batches, and records the progress in the target,
 * so that an interrupted move resumes there. Afterwards it compares both sides by count and
 * checksum.
 * @throws TransferError
 */
export async function move(
  source: ClientBase,
  target: ClientBase,
  options: Options,
): Promise<MovedCounts> {
  await beginSnapshot(source);
  try {
    const migrations = await appliedMigrations(source);
    await beginMove(target, migrations, options.replace);
    const tables = await readTables(source);
    const write = await writerFor(target);
    const moved = { tables: tables.length, rows: 0, resumedAt: 0 };
    for (const table of tables) {
      const { rows, resumedAt } = await moveTable(
        { source, target, write },
        table,
        options.onProgress,
      );
      moved.rows += rows;
      moved.resumedAt += resumedAt;
    }
    await finishMove(source, target, tables);
    return moved;
  } finally {
    await source.query('ROLLBACK');
  }
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Creates the tables, or finds those of an earlier run. */
async function beginMove(
  target: ClientBase,
  migrations: number[],
  replace: boolean,
): Promise<void> {
  if (replace) await target.query(`DROP SCHEMA IF EXISTS ${moveSchema} CASCADE`);
  if (await isMoveUnfinished(target))
    return requireSame(await appliedMigrations(target), migrations);
  await inTransaction(target, async () => {
    const keptLog = await clearForTransfer(target, replace);
    await migrateTo(target, keptLog, migrations);
    const keys = await readForeignKeys(target);
    await liftRules(target);
    await emptyTables(target);
    await target.query(`CREATE SCHEMA ${moveSchema}`);
    await target.query(`CREATE TABLE ${moveSchema}.keys (definitions jsonb NOT NULL)`);
    await target.query(`INSERT INTO ${moveSchema}.keys VALUES ($1)`, [JSON.stringify(keys)]);
    await target.query(
      `CREATE TABLE ${moveSchema}.progress (name text PRIMARY KEY, done bigint NOT NULL)`,
    );
  });
}

function requireSame(begun: number[], migrations: number[]): void {
  if (JSON.stringify(begun) === JSON.stringify(migrations)) return;
  throw new TransferError(
    'another version of the software began this move: finish it with that one, or begin anew with --replace',
  );
}

interface Sides {
  source: ClientBase;
  target: ClientBase;
  write: WriteRows;
}

async function moveTable(
  { source, target, write }: Sides,
  table: Table,
  onProgress: Options['onProgress'],
): Promise<{ rows: number; resumedAt: number }> {
  const { name } = table;
  const columns = table.columns.map((column) => column.name);
  const total = await countOf(source, name);
  const { rows: progress } = await target.query<{ done: string }>(
    `SELECT done FROM ${moveSchema}.progress WHERE name = $1`,
    [name],
  );
  const resumedAt = Number(progress[0]?.done ?? 0);
  let done = resumedAt;
  for await (const rows of readRows(source, table, resumedAt)) {
    done += rows.length;
    await inTransaction(target, async () => {
      await applySettings(target);
      await write(table, columns, rows);
      await target.query(
        `INSERT INTO ${moveSchema}.progress VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET done = excluded.done`,
        [name, done],
      );
    });
    onProgress({ table: name, done, total });
  }
  if (total === 0) onProgress({ table: name, done, total });
  return { rows: done, resumedAt };
}

async function countOf(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM public."${table}"`,
  );
  return rows[0]?.total ?? 0;
}

/**
 * Compares both sides row by row, restores keys, triggers and sequences, and marks the move as
 * finished.
 */
async function finishMove(source: ClientBase, target: ClientBase, tables: Table[]): Promise<void> {
  await inTransaction(target, async () => {
    await applySettings(target);
    for (const table of tables) await compareTable(source, target, table);
    await setSequences(target, await readSequences(source));
    const { rows } = await target.query<{ definitions: ForeignKey[] }>(
      `SELECT definitions FROM ${moveSchema}.keys`,
    );
    await restoreRules(target, rows[0]?.definitions ?? []);
    await target.query(`DROP SCHEMA ${moveSchema} CASCADE`);
  });
  await target.query('ANALYZE');
}

async function compareTable(source: ClientBase, target: ClientBase, table: Table): Promise<void> {
  const [from, to] = [await tallyOf(source, table), await tallyOf(target, table)];
  if (from.rows === to.rows && from.sha256 === to.sha256) return;
  throw new TransferError(
    `the table ${table.name} differs (${from.rows} rows here, ${to.rows} there): the data was changed ` +
      'between two runs; begin anew with --replace',
  );
}
