// Runs the same statements on the same driver with nothing around them, in a process of its own
// like the product.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { openEmbeddedEngine } from '#platform/db/embedded/engine.ts';
import { PipelinedClient } from '#platform/db/fast/pipelined-client.ts';
import type { Statement } from './record.ts';

export interface SqlWork {
  /** A server's address, or a folder of the embedded engine that no other process has open. */
  where: { url: string } | { dataDir: string };
  /** The statements that each loop repeats; further loops start again from the first script. */
  scripts: Statement[][];
  loops: number;
  connections: number;
  seconds: number;
}

export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
}

export interface SqlFigures extends Figures {
  /**
   * PostgreSQL's processor time per script, in milliseconds; 0 where it runs on another machine.
   */
  processor: number;
}

process.once('message', (work: SqlWork) => {
  void run(work).then((figures) => process.send?.(figures, () => process.exit(0)));
});

async function run({ where, scripts, loops, connections, seconds }: SqlWork): Promise<SqlFigures> {
  const { pool, shared, close } = await open(where, scripts, connections);
  const times: number[] = [];
  const warm = performance.now() + 1_000;
  const end = warm + seconds * 1_000;
  const loop = async (index: number) => {
    const script = scripts[index % scripts.length] ?? [];
    for (;;) {
      const before = performance.now();
      if (before > end) return;
      await say(pool, shared, script);
      if (before > warm) times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: loops }, (_, index) => loop(index)));
  await close();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  const processor = 'url' in where ? await processorTimeOf(where.url, scripts[0] ?? []) : 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), processor };
}

/** After this many executions PostgreSQL has chosen a statement's plan. */
const first = 10;
const counted = 100;

async function processorTimeOf(url: string, script: Statement[]): Promise<number> {
  if (script.some(begins)) return 0;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const nanoseconds = async () => {
    const schedstat = await readFile(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').catch(() => '0');
    return Number(schedstat.split(' ')[0]);
  };
  for (let time = 0; time < first; time += 1) await say(pool, undefined, script);
  const before = await nanoseconds();
  for (let time = 0; time < counted; time += 1) await say(pool, undefined, script);
  const spent = (await nanoseconds()) - before;
  await pool.end();
  return spent / counted / 1e6;
}

/**
 * The embedded engine has one connection. Outside transactions, statements are sent ahead, and
 * those of one turn of the event loop go out in one write, so that the engine never idles.
 */
async function open(where: SqlWork['where'], scripts: Statement[][], connections: number) {
  if ('url' in where) {
    const pool = new pg.Pool({ connectionString: where.url, max: connections });
    return { pool, shared: undefined, close: () => pool.end() };
  }
  const engine = await openEmbeddedEngine(where.dataDir);
  const pool = new pg.Pool({
    ...engine.connection,
    max: 1,
    pipeline: true,
    Client: PipelinedClient,
  });
  const shared = scripts.flat().some(begins) ? undefined : await pool.connect();
  const close = async () => {
    shared?.release();
    await pool.end();
    await engine.close();
  };
  return { pool, shared, close };
}

const begins = ({ text }: Statement) => /^begin/i.test(text);

/** A transaction keeps its connection; single statements take any free one. */
async function say(
  pool: pg.Pool,
  shared: pg.PoolClient | undefined,
  script: Statement[],
): Promise<void> {
  let transactionClient: pg.PoolClient | undefined;
  for (const statement of script) {
    if (begins(statement)) transactionClient = await pool.connect();
    await (transactionClient ?? shared ?? pool).query(statement);
    if (/^commit/i.test(statement.text)) {
      transactionClient?.release();
      transactionClient = undefined;
    }
  }
}
