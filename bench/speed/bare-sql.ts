// The same statements over the same driver with nothing around them, in a process of its own as the product is.
import pg from 'pg';
import type { Statement } from './record.ts';

export interface SqlWork {
  url: string;
  /** What each of the loops says again and again; loops beyond the last begin anew with the first. */
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

process.once('message', (work: SqlWork) => {
  void run(work).then((figures) => process.send?.(figures, () => process.exit(0)));
});

async function run({ url, scripts, loops, connections, seconds }: SqlWork): Promise<Figures> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const times: number[] = [];
  const warm = performance.now() + 1_000;
  const end = warm + seconds * 1_000;
  const loop = async (index: number) => {
    const script = scripts[index % scripts.length] ?? [];
    for (;;) {
      const before = performance.now();
      if (before > end) return;
      await say(pool, script);
      if (before > warm) times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: loops }, (_, index) => loop(index)));
  await pool.end();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

/** A transaction keeps its connection; single statements take whichever is free. */
async function say(pool: pg.Pool, script: Statement[]): Promise<void> {
  let held: pg.PoolClient | undefined;
  for (const statement of script) {
    if (/^begin/i.test(statement.text)) held = await pool.connect();
    await (held ?? pool).query(statement);
    if (/^commit/i.test(statement.text)) {
      held?.release();
      held = undefined;
    }
  }
}
