import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Transaction } from '#platform/db/database.ts';
import { events } from '../tables.ts';

type NewRow = typeof events.$inferInsert;

const columnNames = Object.keys(getTableColumns(events));

/** Maps the set columns of a row to their names in the database. */
const columnsIn = (row: Partial<NewRow>) => {
  const values: Record<string, unknown> = row;
  return Object.fromEntries(
    columnNames
      .filter((name) => values[name] !== undefined)
      .map((name) => [toSnakeCase(name), values[name]]),
  );
};

/**
 * Inserts events, each with the shared and its own values. The values go in as two parameters: a
 * statement with thousands took 35 ms to write and plan, and the embedded engine serves nobody
 * during a transaction.
 * @returns their ids in the same order
 */
export async function insertRows<Shared extends Partial<NewRow>>(
  tx: Transaction,
  shared: Shared,
  rows: Omit<NewRow, keyof Shared>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const [sharedColumns, each] = [columnsIn(shared), rows.map(columnsIn)];
  const names = [...new Set([sharedColumns, ...each].flatMap((columns) => Object.keys(columns)))];
  const listed = (parts: SQL[]) => sql.join(parts, sql`, `);
  const columns = listed(names.map((name) => sql`${sql.identifier(name)}`));
  const values = listed(names.map((name) => sql`made.${sql.identifier(name)}`));
  const { rows: made } = await tx.execute<{ id: number }>(sql`
    insert into ${events} (${columns}) select ${values}
    from jsonb_populate_record(null::${events}, ${JSON.stringify(sharedColumns)}::jsonb) shared
    cross join jsonb_array_elements(${JSON.stringify(each)}::jsonb) with ordinality own (value, place)
    cross join lateral jsonb_populate_record(shared, own.value) made
    order by own.place
    returning id`);
  return made.map(({ id }) => id);
}
