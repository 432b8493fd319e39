import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RoundRobin } from '#tests/cluster/proxy.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { Load } from '../load.ts';
import { password, type Postgres, postgresPackage, startPostgres } from '../postgres.ts';
import { freePort } from '../program.ts';
import type { Row, Stage } from '../row.ts';
import { startSites } from '../sites.ts';

const writes = 600;
/** The settings for each mode: PgBouncer 1.18 keeps no named statements between transactions. */
const modes = { session: {}, transaction: { DATABASE_STATEMENTS: 'unnamed' } };

export const pgbouncer: Row = {
  name: 'pgbouncer',
  title: 'three processes through PgBouncer 1.18, in session mode and in transaction mode',
  packages: [postgresPackage, 'pgbouncer'],
  run: async (stage) => {
    const postgres = await startPostgres(stage);
    const figures: string[] = [];
    for (const [mode, settings] of Object.entries(modes)) {
      figures.push(`${mode}: ${await through(stage, postgres, mode, settings)}`);
      stage.say(figures.at(-1) ?? '');
    }
    return figures.join('; ');
  },
};

/** Reads and writes at once through a pooler in this mode. */
async function through(
  stage: Stage,
  postgres: Postgres,
  mode: string,
  settings: Record<string, string>,
): Promise<string> {
  const database = `through_${mode}`;
  await postgres.another(database);
  const pooled = await startPooler(stage, postgres, mode, database);
  const refusal = mode === 'transaction' ? `; ${await refusedWithout(stage, pooled)}` : '';
  const sites = await startSites(stage, 3, { DATABASE_URL: pooled, ...settings });
  const proxy = new RoundRobin();
  for (const site of sites) proxy.add(await site.ready);
  const address = await proxy.listen();
  stage.after(() => proxy.close());
  const send = overHttp(address);
  const load = await Load.at(address, send);
  await load.until(() => load.acknowledged >= writes);
  const { acknowledged } = load;
  await load.checkWord(send);
  if (load.failed.length > 0)
    throw new Error(`${mode} mode: ${load.failed.join(', ')} of ${load.total}`);
  for (const site of sites) await site.stop();
  return `${load.total} requests and none failed, ${acknowledged} writes acknowledged and none lost${refusal}`;
}

/**
 * Without the setting the start fails with one line that names it: no visitor meets a lost
 * statement.
 */
async function refusedWithout({ after }: Stage, url: string): Promise<string> {
  const site = new ServerProcess({ DATABASE_URL: url });
  after(() => site.killAll());
  const { code } = await site.ended;
  const line = site.stderr.trimEnd();
  if (code !== 1 || line.includes('\n') || !line.includes('DATABASE_STATEMENTS')) {
    throw new Error(`Without DATABASE_STATEMENTS the start ended with ${code} and said: ${line}`);
  }
  return 'without DATABASE_STATEMENTS=unnamed refused at the start';
}

async function startPooler(
  { debian, folder, after }: Stage,
  { port }: Postgres,
  mode: string,
  database: string,
): Promise<string> {
  const listen = await freePort();
  const file = (name: string, text: string) => {
    const path = join(folder, `${mode}-${name}`);
    writeFileSync(path, text, { mode: 0o600 });
    chownSync(path, debian.uid('postgres'), 0);
    return path;
  };
  const users = file('users.txt', `"villagehall" "${password}"\n`);
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    'default_pool_size = 60',
    'max_client_conn = 400',
  ];
  const ini = file('pgbouncer.ini', `${settings.join('\n')}\n`);
  const pooler = debian.start(['pgbouncer', ini], { user: 'postgres' });
  after(() => pooler.stop());
  await pooler.listens(listen);
  return `postgres://villagehall:${password}@127.0.0.1:${listen}/${database}`;
}
