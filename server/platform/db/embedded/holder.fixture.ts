import pg from 'pg';
import { openEmbeddedEngine } from './engine.ts';

/** Opens the folder, reports the result, then adds rows until it is killed. */
const [, , dataDir = ''] = process.argv;

/** Keeps only the engine's connection settings: the lock must not depend on the engine object. */
const open = async () => (await openEmbeddedEngine(dataDir)).connection;

try {
  const connection = await open();
  const pool = new pg.Pool({ ...connection, max: 1 });
  await pool.query('CREATE TABLE IF NOT EXISTS entry (id integer PRIMARY KEY)');
  globalThis.gc?.();
  console.log(`open ${connection.host}`);
  for (let id = 1; ; id++) {
    await pool.query('INSERT INTO entry VALUES ($1) ON CONFLICT DO NOTHING', [id]);
    console.log(`committed ${id}`);
  }
} catch (error) {
  console.log(`refused ${error instanceof Error ? error.message : String(error)}`);
}
