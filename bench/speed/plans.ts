import pg from 'pg';
import type { Database } from '#platform/db/database.ts';
import type { Statement } from './record.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  /** A figure for each loop; present where the statement was executed. */
  'Rows Removed by Filter'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}

const planIn = ([first]: Explained[]): Plan =>
  first?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' };

/**
 * Lists tables that grow with the site and exceed a number of rows, by the planner's statistics.
 */
const tablesOver = async (db: Database, rows: number): Promise<Set<string>> => {
  const found = await db.$client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > $1`,
    [rows],
  );
  return new Set(found.rows.map(({ name }) => name));
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** A read may be run to see what it does; a change, or a lock, may not. */
const isRead = (text: string) =>
  /^\s*\(?select/i.test(text) && !/\bfor (no key )?(update|share)/i.test(text);

const rowsDiscarded = (node: Plan) =>
  (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1);

const explainable = /^\s*(select|insert|update|delete|with|\()/i;

/**
 * Lists the statements that scan a table of more than `rows` rows, or discard over ten times as
 * many.
 */
export async function statementsThatScan(
  db: Database,
  statements: Statement[],
  rows = 1_000,
): Promise<string[]> {
  const large = await tablesOver(db, rows);
  const problems = new Set<string>();
  for (const { text, values } of statements.filter((each) => explainable.test(each.text))) {
    const { rows: answer } = await db.$client.query<Explained>(
      `EXPLAIN (${isRead(text) ? 'ANALYZE, ' : ''}FORMAT JSON) ${text}`,
      values,
    );
    for (const node of nodesOf(planIn(answer))) {
      const table = node['Relation Name'] ?? '';
      // Skips a branch of a search that another branch made needless.
      if (node['Actual Loops'] === 0) continue;
      const whole = node['Node Type'] === 'Seq Scan' || rowsDiscarded(node) > 10 * rows;
      if (whole && large.has(table)) problems.add(`${table}: ${text}`);
    }
  }
  return [...problems];
}

/**
 * Lists the statements that scan a large table, by their plans alone. A named statement is planned
 * with its generic plan, as it runs in practice.
 */
export async function statementsPlannedToScan(
  db: Database,
  statements: Statement[],
): Promise<string[]> {
  const large = await tablesOver(db, 1_000);
  const problems = new Set<string>();
  for (const { name, text, values } of statements.filter((each) => explainable.test(each.text))) {
    const { rows } = await db.$client.query<Explained>(
      `EXPLAIN (${name ? 'GENERIC_PLAN, ' : ''}FORMAT JSON) ${text}`,
      name ? [] : values,
    );
    for (const node of nodesOf(planIn(rows))) {
      const table = node['Relation Name'] ?? '';
      if (node['Node Type'] === 'Seq Scan' && large.has(table)) problems.add(`${table}: ${text}`);
    }
  }
  return [...problems];
}

/** After five executions the server decides whether to use a generic plan. */
const trials = 6;

/**
 * Lists the named reads that stay planned at each execution, because their generic plan looks
 * dearer than a custom one.
 */
export async function statementsWithoutGenericPlan(
  db: Database,
  statements: Statement[],
): Promise<string[]> {
  const problems: string[] = [];
  const client = await db.$client.connect();
  for (const { text, values } of statements.filter((each) => each.name && isRead(each.text))) {
    await client.query(`PREPARE tried AS ${text}`);
    const literals = values.map(literal).join(', ');
    for (let trial = 0; trial < trials; trial += 1) {
      await client.query(`EXECUTE tried${literals && ` (${literals})`}`);
    }
    const { rows } = await client.query<{ kept: boolean }>(
      `SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE name = 'tried'`,
    );
    if (!rows[0]?.kept) problems.push(text);
    await client.query(`DEALLOCATE tried`);
  }
  client.release();
  return problems;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const literal = (value: unknown) =>
  value === null || value === undefined
    ? 'NULL'
    : pg.escapeLiteral(
        Array.isArray(value)
          ? `{${value.map((each) => JSON.stringify(each)).join(',')}}`
          : textOf(value),
      );
