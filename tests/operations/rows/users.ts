import { spawn, spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '#tests/crash/client.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { query, type Store } from '#tests/operation/support.ts';
import { postgresPackage, startPostgres } from '../postgres.ts';
import { printed } from '../debian.ts';
import type { Row, Stage } from '../row.ts';
import { startSite } from '../sites.ts';
import { mainOf, operateOf, packed, type Version } from '../versions.ts';

/** Users of the machine; the two numbers need no account. */
const users = { root: 0, service: 54_321, another: 54_322 };
type User = keyof typeof users;
const everybody = Object.keys(users) as User[];

const owned =
  /^The data folder \S+ belongs to the user #54321\. Run this as that user, as in sudo -u '#54321'\.$/;
const shut =
  /^The data folder \S+ cannot be written \(EACCES: permission denied, access '\S+'\): check its owner and permissions\.$/;
const inUse =
  /^The data folder \S+ is in use by process \d+: stop that first, or choose another folder\.$/;
const holdsMembers = /^the database holds \d+ members and \d+ groups already; add --replace/;
const ownedByRole =
  /^the database belongs to the role villagehall, and postgres would own what is restored: /;
const noRights = /^permission denied for \w+ \w+ \(42501\)$/;

export const usersRow: Row = {
  name: 'users',
  title: 'backup and restore as root, as the service’s user and as another, on both databases',
  packages: [postgresPackage],
  hindrance: () => {
    const { status } = spawnSync(process.execPath, ['--version'], { uid: users.service });
    return status === 0 ? undefined : `other users than this one can't run ${process.execPath}`;
  },
  run: async (stage) => {
    const version = await packed(join(stage.folder, 'site'));
    const machine = new Machine(stage, version);
    const data = await inFolders(machine);
    stage.say(`in a folder: ${machine.figures}`);
    await onServer(machine, data);
    return machine.figures;
  },
};

/** Runs attempts of each user, and checks their outcomes. */
class Machine {
  readonly stage: Stage;
  readonly version: Version;
  #done = 0;
  #refused = 0;
  #served = 0;

  constructor(stage: Stage, version: Version) {
    this.stage = stage;
    this.version = version;
    for (const user of everybody) this.folder(user, 'home');
  }

  get figures(): string {
    return `${this.#done} done, ${this.#refused} refused in one line that says why, ${this.#served} restored sites served and signed in`;
  }

  /** Creates an empty folder of a user's own. */
  folder(user: User, name: string): string {
    const path = join(this.stage.folder, `${user}-${name}`);
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, users[user], users[user]);
    return path;
  }

  file = (user: User, name: string) => join(this.stage.folder, `${user}-home`, name);

  async does(user: User, store: Store, ...args: string[]): Promise<void> {
    const { code, output } = await operateAs(this.version, user, store, args);
    if (code !== 0) throw new Error(`${args[0]} as ${user} was refused: ${output}`);
    this.#done += 1;
    const [command, file = ''] = args;
    if (command === 'backup') demandPrivate(file, user);
  }

  async isRefused(user: User, line: RegExp, store: Store, ...args: string[]): Promise<void> {
    const { code, output } = await operateAs(this.version, user, store, args);
    if (code === 0 || !line.test(output) || output.includes('\n')) {
      throw new Error(`${args[0]} as ${user} ended with ${code} and said: ${output}`);
    }
    this.#refused += 1;
  }

  /** Starts the restored site as this user; somebody signs in with their password. */
  async serves(user: User, store: Store): Promise<void> {
    const { stage, version } = this;
    const start = { script: mainOf(version), user: users[user] };
    const site = await startSite(stage, { ...store, DEMO: 'false' }, start);
    const cookie = await signIn(overHttp(await site.ready), 'member@example.com');
    if (!cookie) throw new Error(`Nobody can sign in to what ${user} restored`);
    await site.stop();
    this.#served += 1;
  }
}

/**
 * The folder's owner decides on the embedded database; returns the folder of the service's user.
 */
async function inFolders(machine: Machine): Promise<string> {
  const { stage, version } = machine;
  const data = machine.folder('service', 'data');
  const store = { DATA_DIR: data };
  const start = { script: mainOf(version), user: users.service };
  const site = await startSite(stage, store, start);
  // While the site runs, its process writes the backup for the caller, and root may call.
  await machine.does('service', store, 'backup', machine.file('service', 'running.backup'));
  await machine.does('root', store, 'backup', machine.file('root', 'running.backup'));
  await machine.isRefused('another', shut, store, 'backup', machine.file('another', 'a.backup'));
  await machine.isRefused(
    'service',
    inUse,
    store,
    'restore',
    machine.file('service', 'running.backup'),
  );
  await site.stop();

  const backup = machine.file('service', 'hall.backup');
  await machine.does('service', store, 'backup', backup);
  await machine.isRefused('root', owned, store, 'backup', machine.file('root', 'a.backup'));
  await machine.isRefused('another', shut, store, 'backup', machine.file('another', 'a.backup'));
  for (const user of everybody) handTo(backup, machine.file(user, 'own.backup'), user);

  const fresh = { DATA_DIR: machine.folder('service', 'fresh') };
  await machine.isRefused('root', owned, fresh, 'restore', machine.file('root', 'own.backup'));
  await machine.isRefused('another', shut, fresh, 'restore', machine.file('another', 'own.backup'));
  await machine.does('service', fresh, 'restore', machine.file('service', 'own.backup'));
  await machine.isRefused('service', holdsMembers, fresh, 'restore', backup);
  await machine.serves('service', fresh);
  for (const user of ['root', 'another'] as const) {
    const own = { DATA_DIR: machine.folder(user, 'own') };
    await machine.does(user, own, 'restore', machine.file(user, 'own.backup'));
    await machine.serves(user, own);
  }
  await demandOwned(data);
  await demandOwned(fresh.DATA_DIR);
  return data;
}

/** On PostgreSQL the role decides, whoever runs the command. */
async function onServer(machine: Machine, data: string): Promise<void> {
  const { admin, site, another } = await startPostgres(machine.stage);
  const move = ['move', '--to', site];
  await machine.isRefused('root', owned, { DATA_DIR: data }, ...move);
  await machine.isRefused('another', shut, { DATA_DIR: data }, ...move);
  await machine.does('service', { DATA_DIR: data }, ...move);
  await query(admin, `CREATE ROLE stranger LOGIN PASSWORD 'strange'`);
  const asStranger = site.replace(/villagehall:[^@]+/, 'stranger:strange');
  for (const user of everybody) {
    const backup = machine.file(user, 'server.backup');
    await machine.does(user, { DATABASE_URL: site }, 'backup', backup);
    const fresh = await another(`of_${user}`);
    const strange = asStranger.replace(/villagehall$/, `of_${user}`);
    await machine.isRefused(user, noRights, { DATABASE_URL: strange }, 'restore', backup);
    const asAdmin = admin.replace(/[^/]*$/, `of_${user}`);
    await machine.isRefused(user, ownedByRole, { DATABASE_URL: asAdmin }, 'restore', backup);
    await machine.does(user, { DATABASE_URL: fresh }, 'restore', backup);
    await machine.isRefused(user, holdsMembers, { DATABASE_URL: fresh }, 'restore', backup);
    await machine.isRefused(user, noRights, { DATABASE_URL: strange }, 'backup', `${backup}-2`);
    await machine.serves(user, { DATABASE_URL: fresh });
  }
}

function operateAs(version: Version, user: User, store: Store, args: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ...store };
  const as = { uid: users[user], gid: users[user] };
  const child = spawn(process.execPath, [operateOf(version), ...args], { env, cwd: '/', ...as });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise<{ code: number; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? 128, output: output.trimEnd() }));
  });
}

function handTo(from: string, to: string, user: User): void {
  copyFileSync(from, to);
  chownSync(to, users[user], users[user]);
}

/** A backup is readable for its maker only. */
function demandPrivate(file: string, user: User): void {
  const { uid, mode } = statSync(file);
  if (uid === users[user] && (mode & 0o777) === 0o600) return;
  throw new Error(`The backup of ${user} is #${uid}'s, with ${(mode & 0o777).toString(8)}`);
}

/** The folder contains nothing that the service's user could not open. */
async function demandOwned(folder: string): Promise<void> {
  const others = await printed('find', [folder, '!', '-uid', String(users.service)], process.env);
  if (others) throw new Error(`Others' files lie in the service's folder: ${others}`);
}
