import { join } from 'node:path';
import { signIn } from '#tests/crash/client.ts';
import {
  acknowledgedBy,
  checkAcknowledged,
  type Crowd,
  gatherCrowd,
  writeUntil,
} from '#tests/crash/rounds.ts';
import { Random } from '#tests/crash/random.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { operate, type Store } from '#tests/operation/support.ts';
import { broken } from '#tests/races/invariants.ts';
import { openDatabase } from '#platform/db/database.ts';
import { postgresPackage, startPostgres } from '../postgres.ts';
import { printed } from '../debian.ts';
import type { Row, Stage } from '../row.ts';
import { startSite } from '../sites.ts';
import { mainOf, operateOf, packedRelease, releasedVersions, type Version } from '../versions.ts';

const writes = 200;

export const upgrade: Row = {
  name: 'upgrade',
  title:
    'the data of each released version, in a folder and on PostgreSQL, and its backup, under this one',
  packages: [postgresPackage],
  hindrance: () =>
    releasedVersions().length > 0 ? undefined : 'the history of this clone knows no version before',
  run: async (stage) => {
    const { another } = await startPostgres(stage);
    const figures: string[] = [];
    for (const release of releasedVersions()) {
      const old = await packedRelease(release, stage.say);
      const url = await another(`version_${old.name.replaceAll('.', '_')}`);
      const stores = [
        { name: 'folder', store: { DATA_DIR: join(stage.folder, `data-${old.name}`) } },
        { name: 'PostgreSQL', store: { DATABASE_URL: url } },
      ];
      for (const { name, store } of stores) {
        figures.push(`${old.name}, ${name}: ${await upgraded(stage, old, name, store)}`);
        stage.say(figures.at(-1) ?? '');
      }
    }
    return figures.join('; ');
  },
};

/** Checks that an old version's data, sessions and passwords work under this one. */
async function upgraded(
  stage: Stage,
  before: Version,
  name: string,
  store: Store,
): Promise<string> {
  const old = await startSite(stage, store, { script: mainOf(before) });
  const send = overHttp(await old.ready);
  const crowd = await gatherCrowd(send, new Random(23));
  await writeUntil(() => acknowledgedBy(crowd) >= writes, send, crowd);
  const acknowledged = acknowledgedBy(crowd);
  await checkAcknowledged(send, crowd);
  const backup = join(stage.folder, `${before.name}-${name}.backup`);
  const env = { ...process.env, ...store };
  await printed(
    process.execPath,
    [operateOf(before), 'backup', backup],
    env,
    `the backup of ${before.name}`,
  );
  await old.stop();

  const other = { DATA_DIR: join(stage.folder, `${before.name}-${name}-restored`) };
  const { code, output } = await operate(other, 'restore', backup);
  if (code !== 0) throw new Error(`the backup of ${before.name}: ${output}`);
  const restored = await started(stage, other, crowd);
  await restored.site.stop();

  const { site, seconds } = await started(stage, store, crowd);
  const today = overHttp(await site.ready);
  await writeUntil(() => acknowledgedBy(crowd) >= writes / 4, today, crowd);
  await checkAcknowledged(today, crowd);
  await site.stop();
  await demandWhole(store);
  return `${acknowledged} writes all there, sessions and passwords hold, ready after ${seconds.toFixed(1)} s; so from its backup`;
}

/** Starts this version with its migrations; people find their data, and sign in again. */
async function started(stage: Stage, store: Store, crowd: Crowd) {
  const begun = performance.now();
  const site = await startSite(stage, { ...store, DEMO: 'false' });
  const seconds = (performance.now() - begun) / 1000;
  const send = overHttp(await site.ready);
  await checkAcknowledged(send, crowd);
  for (const { name } of crowd.clients) {
    const domain = name.startsWith('writer') ? 'example.org' : 'example.com';
    if (!(await signIn(send, `${name}@${domain}`)))
      throw new Error(`${name} can't sign in any more`);
  }
  return { site, seconds };
}

async function demandWhole(store: Store): Promise<void> {
  const settings =
    'DATABASE_URL' in store
      ? { databaseUrl: store.DATABASE_URL, dataDir: '' }
      : { dataDir: store.DATA_DIR };
  const { db, close } = await openDatabase(settings);
  const problems = await broken(db);
  await close();
  if (Object.keys(problems).length > 0)
    throw new Error(`After the upgrade: ${JSON.stringify(problems)}`);
}
