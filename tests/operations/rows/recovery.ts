import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledgedBy, checkAcknowledged, gatherCrowd, writeUntil } from '#tests/crash/rounds.ts';
import { Random } from '#tests/crash/random.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { query } from '#tests/operation/support.ts';
import { Cluster, packages } from '../patroni/cluster.ts';
import { programs } from '../postgres.ts';
import { freePort } from '../program.ts';
import type { Row, Stage } from '../row.ts';
import { startSite } from '../sites.ts';

const writes = 150;

export const recovery: Row = {
  name: 'recovery',
  title: 'a base backup and the archive of the log bring back the moment before a mistake',
  packages,
  run: async (stage) => {
    const cluster = await Cluster.start(stage);
    const site = await startSite(stage, { DATABASE_URL: cluster.url });
    const send = overHttp(await site.ready);
    const crowd = await gatherCrowd(send, new Random(14));
    await writeUntil(() => acknowledgedBy(crowd) >= writes, send, crowd);
    const base = join(cluster.archive, 'base');
    await cluster.baseBackup(base);
    await writeUntil(() => acknowledgedBy(crowd) >= 2 * writes, send, crowd);
    const acknowledged = acknowledgedBy(crowd);
    const [before] = await cluster.tell<{ time: string }>('SELECT clock_timestamp()::text AS time');

    await cluster.tell('DELETE FROM comments');
    await site.stop();
    await untilArchived(cluster);
    const began = performance.now();
    const url = await recover(stage, cluster, { base, time: before?.time ?? '' });
    const recovered = await startSite(stage, { DATABASE_URL: url });
    const seconds = (performance.now() - began) / 1_000;
    await checkAcknowledged(overHttp(await recovered.ready), crowd);
    await recovered.stop();
    return `${acknowledged} writes acknowledged before the mistake, all there; site up again after ${seconds.toFixed(0)} s`;
  },
};

/** Ends a log file, and waits until the archive has it. */
async function untilArchived(cluster: Cluster): Promise<void> {
  const [end] = await cluster.tell<{ file: string }>(
    'SELECT pg_walfile_name(pg_switch_wal()) AS file',
  );
  for (;;) {
    const [found] = await cluster.tell<{ last: string | null }>(
      `SELECT last_archived_wal AS last FROM pg_stat_archiver`,
    );
    if ((found?.last ?? '') >= (end?.file ?? '')) return;
  }
}

/** Starts a separate server beside the cluster, with the settings of docs/high-availability.md. */
async function recover(
  { debian, folder, after }: Stage,
  cluster: Cluster,
  { base, time }: { base: string; time: string },
): Promise<string> {
  const port = await freePort();
  const place = join(folder, 'recovered');
  mkdirSync(place);
  chownSync(place, debian.uid('postgres'), 0);
  writeFileSync(join(base, 'recovery.signal'), '');
  const settings = {
    restore_command: `cp ${cluster.archive}/%f %p`,
    recovery_target_time: time,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    synchronous_standby_names: '',
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: place,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = debian.start([`${programs}/postgres`, '-D', base, ...args], { user: 'postgres' });
  after(() => server.stop('SIGINT'));
  const url = new URL(cluster.url);
  url.host = `127.0.0.1:${port}`;
  await server.until('recover', () =>
    query<{ standby: boolean }>(url.href, 'SELECT pg_is_in_recovery() AS standby').then(
      ([found]) => found?.standby === false,
      () => false,
    ),
  );
  return url.href;
}
