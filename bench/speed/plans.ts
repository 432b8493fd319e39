import type { Database } from '../../server/db/database.ts';
import type { Statement } from './record.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Tables that grow with the site, by their rows as the planner knows them. */
const tablesOver = async (db: Database, rows: number): Promise<Set<string>> => {
  const found = await db.$client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > $1`,
    [rows],
  );
  return new Set(found.rows.map(({ name }) => name));
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const explainable = /^\s*(select|insert|update|delete|with|\()/i;

/** The statements that would read a table of more than `rows` rows from its first to its last. */
export async function readingWholeTables(
  db: Database,
  statements: Statement[],
  rows = 1_000,
): Promise<string[]> {
  const large = await tablesOver(db, rows);
  const problems = new Set<string>();
  for (const { text, values } of statements.filter((each) => explainable.test(each.text))) {
    const { rows: answer } = await db.$client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    const [{ Plan: plan } = { Plan: { 'Node Type': 'none' } }] = answer[0]?.['QUERY PLAN'] ?? [];
    for (const node of nodesOf(plan)) {
      const table = node['Relation Name'] ?? '';
      if (node['Node Type'] === 'Seq Scan' && large.has(table)) problems.add(`${table}: ${text}`);
    }
  }
  return [...problems];
}
