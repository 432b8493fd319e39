// Serves the built site with its clock stopped, so that its pictures stay the same from day to day.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../scripts/setup/end-with-parent.mjs';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { loadDemo } from '#server/demo/load.ts';
import { productionPages } from '#server/ssr/production.ts';
import { stoppedAt } from './clock.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'villagehall-visual-'));
const database = await openDatabase({ dataDir });
await loadDemo(database.db, stoppedAt);
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
const clock = () => stoppedAt;
const app = await buildApp({
  db: database.db,
  engine: database.engine,
  config,
  clock,
  pages: await productionPages(),
});
console.log(`The site is ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);

async function stop(): Promise<void> {
  await app.close();
  await database.close();
  await rm(dataDir, { recursive: true });
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
