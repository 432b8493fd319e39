import pg from 'pg';
import { openEmbeddedEngine } from './engine.ts';

/** Opens the folder it is given, says how that went, then adds rows until it is killed. */
const [, , dataDir = ''] = process.argv;

try {
  const engine = await openEmbeddedEngine(dataDir);
  const pool = new pg.Pool({ ...engine.connection, max: 1 });
  await pool.query('CREATE TABLE IF NOT EXISTS entry (id integer PRIMARY KEY)');
  console.log(`open ${engine.connection.host}`);
  for (let id = 1; ; id++) {
    await pool.query('INSERT INTO entry VALUES ($1) ON CONFLICT DO NOTHING', [id]);
    console.log(`committed ${id}`);
  }
} catch (error) {
  console.log(`refused ${error instanceof Error ? error.message : String(error)}`);
}
