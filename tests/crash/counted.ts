import { buildApp } from '#server/app.ts';
import { readConfig } from '#platform/config.ts';
import type { OpenDatabase } from '#platform/db/database.ts';
import { acknowledgedBy, type Crowd } from './rounds.ts';
import { inProcess } from './transport.ts';

const writesEach = 30;

/**
 * Counts the sync calls of acknowledged writes, one write at a time so that no sync covers two.
 * `kill -9` keeps the kernel's pages, so the rounds can't tell a synced commit from one that was
 * only written.
 */
export async function countSyncs(
  { db, engine, syncs }: OpenDatabase,
  crowd: Crowd,
): Promise<{ writes: number; syncs: number }> {
  const config = readConfig({ RATE_LIMITS: 'off', DEMO: 'false' });
  const app = await buildApp({ db, engine, config, clock: () => new Date() });
  const send = inProcess(app);
  const before = await syncs();
  for (const client of crowd.clients) {
    for (let written = 0; written < writesEach; written += 1) {
      const earlier = await syncs();
      await client.write(send, crowd.playground, () => 0);
      if ((await syncs()) === earlier) throw new Error(`${client.name}: a write without a sync`);
    }
  }
  const counted = (await syncs()) - before;
  await app.close();
  return { writes: acknowledgedBy(crowd), syncs: counted };
}
