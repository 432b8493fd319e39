import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { query } from '#tests/operation/support.ts';
import type { Debian } from '../debian.ts';
import { createSiteDatabase, programs } from '../postgres.ts';
import { lastOf, type Program } from '../program.ts';
import type { Stage } from '../row.ts';
import { makeCertificates } from './authority.ts';
import { example } from './example.ts';
import type { Ledger } from './ledger.ts';
import { postgresOf, sendersOf, signal } from './processes.ts';

export const packages = [
  'patroni',
  'python3-etcd',
  'etcd-server',
  'haproxy',
  'postgresql-15',
  'openssl',
] as const;

const patienceMs = 90_000;
const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];

/** One machine: etcd, Patroni and its PostgreSQL, at one address. */
interface Machine {
  name: Name;
  address: string;
  data: string;
  etcd?: Program;
  patroni?: Program;
}

interface Member {
  name: Name;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  timeline?: number;
  lag?: number | 'unknown';
}

/**
 * Three machines as in docs/high-availability.md, by the files of deploy/; only addresses,
 * passwords and folders differ. Each has a loopback address, since all of 127.0.0.0/8 is this
 * machine.
 */
export class Cluster {
  /** The current primary's address, through HAProxy. */
  readonly url: string;
  readonly archive: string;
  readonly #stage: Stage;
  readonly #machines: Machine[];
  readonly #network = `127.${64 + (process.pid % 128)}.0.`;
  readonly #password = randomBytes(9).toString('hex');

  readonly #synchronous: boolean;

  private constructor(stage: Stage, { synchronous }: { synchronous: boolean }) {
    this.#stage = stage;
    this.#synchronous = synchronous;
    this.archive = join(stage.folder, 'archive');
    this.#machines = names.map((name, index) => ({
      name,
      address: `${this.#network}${11 + index}`,
      data: join(stage.folder, name, 'data'),
    }));
    this.url = this.#urlAt(`${this.#network}10:5000`);
  }

  /** Starts HAProxy and an empty database of the site's role as well. */
  static async start(stage: Stage, how = { synchronous: true }): Promise<Cluster> {
    const cluster = new Cluster(stage, how);
    stage.after(() => cluster.#end());
    await cluster.#start();
    return cluster;
  }

  /** All three servers' address; a connection finds the one that accepts writes. */
  get urlOfAll(): string {
    return this.#urlAt(
      this.#machines.map(({ address }) => `${address}:5432`).join(','),
      '&target_session_attrs=read-write',
    );
  }

  urlOf(name: Name): string {
    return this.#urlAt(`${this.#machine(name).address}:5432`);
  }

  async members(): Promise<Member[]> {
    for (const { address } of this.#machines) {
      const answer = await this.#ask(address, '/cluster').catch(() => undefined);
      if (answer) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async leader(): Promise<Name> {
    const members = await this.members();
    const leader = members.find(({ role }) => role === 'leader');
    if (!leader) throw new Error('The cluster has no leader');
    return leader.name;
  }

  /** Returns a standby; the synchronous one, which has every acknowledged write, comes first. */
  async standby(): Promise<Name> {
    const members = await this.members();
    const by = (wanted: Member['role']) => members.find(({ role }) => role === wanted);
    const standby = by('sync_standby') ?? by('replica');
    if (!standby) throw new Error('The cluster has no standby');
    return standby.name;
  }

  /**
   * Waits until all machines are on the leader's timeline and one is synchronous; returns the
   * seconds.
   */
  async whole(): Promise<number> {
    const began = performance.now();
    for (;;) {
      const members = await this.members();
      const leader = members.find(({ role }) => role === 'leader');
      const all = members.filter(
        ({ state, timeline }) =>
          (state === 'running' || state === 'streaming') && timeline === leader?.timeline,
      );
      const sync = !this.#synchronous || members.some(({ role }) => role === 'sync_standby');
      const ms = performance.now() - began;
      if (leader && sync && all.length === names.length) return ms / 1_000;
      if (ms > patienceMs) {
        throw new Error(`The cluster is not whole: ${JSON.stringify(members)}\n${this.#log()}`);
      }
      await pause(200);
    }
  }

  /** Kills the machine at once, without a shutdown. */
  async crash(name: Name): Promise<void> {
    const machine = this.#machine(name);
    // Patroni dies first, so that it does not restart PostgreSQL.
    machine.patroni?.signal('SIGKILL');
    // Patroni starts PostgreSQL in a session of its own, and a stopped one doesn't notice that its
    // postmaster has ended.
    signal(postgresOf(machine.data), 'SIGKILL');
    await Promise.all([machine.patroni?.kill(), machine.etcd?.kill()]);
  }

  /** Freezes the machine: its connections stay open but carry nothing. */
  hang(name: Name): void {
    // Twice: the postmaster may have started another process meanwhile.
    for (let turn = 0; turn < 2; turn += 1) signal(this.#processes(name), 'SIGSTOP');
  }

  /** Stops its log from reaching other servers from now on. */
  holdUpLog(name: Name): void {
    signal(sendersOf(this.#machine(name).data), 'SIGSTOP');
  }

  /** Resumes the machine, which still takes itself for the primary. */
  wake(name: Name): void {
    signal(this.#processes(name), 'SIGCONT');
  }

  /** Starts the machine again. */
  comeBack(name: Name): void {
    const machine = this.#machine(name);
    this.#startEtcd(machine);
    this.#startPatroni(machine);
  }

  /** Runs `patronictl switchover`. */
  async switchover(): Promise<{ from: Name; to: Name }> {
    const [from, to] = [await this.leader(), await this.standby()];
    const answer = await fetch(`http://${this.#machine(from).address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: from, candidate: to }),
    });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
    return { from, to };
  }

  /** Tells whether the server discarded writes that nobody else had, since it was last started. */
  rewound(name: Name): boolean {
    return this.#logOf(name).includes('pg_rewind from');
  }

  /** Returns how many acknowledged writes are lost. */
  lost(ledger: Ledger): Promise<number> {
    return ledger.lost((statement) => query(this.url, statement));
  }

  /** @throws Error that names the lost writes */
  async compare(ledger: Ledger): Promise<void> {
    try {
      await ledger.compare((statement) => query(this.url, statement));
    } catch (error) {
      throw new Error(`${String(error)}\n${this.#log()}`, { cause: error });
    }
  }

  /** Copies the running primary's files, with no more of the log than the archive has. */
  async baseBackup(folder: string): Promise<void> {
    const { address } = this.#machine(await this.leader());
    const env = {
      HOME: this.#stage.folder,
      PGHOST: address,
      PGUSER: 'replicator',
      PGPASSWORD: this.#password,
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: join(this.tls, 'root.crt'),
    };
    const words = ['-D', folder, '-X', 'none', '-c', 'fast'];
    await this.#debian.run([`${programs}/pg_basebackup`, ...words], { user: 'postgres', env });
  }

  /** Runs one statement on the primary as its superuser. */
  async tell<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
    const url = new URL(this.urlOf(await this.leader()));
    url.username = 'postgres';
    return query<T>(url.href, statement);
  }

  /** The certificates of the servers and of their authority. */
  get tls(): string {
    return join(this.#stage.folder, 'tls');
  }

  get #debian(): Debian {
    return this.#stage.debian;
  }

  #urlAt(hosts: string, more = ''): string {
    const options = `sslmode=verify-full&sslrootcert=${this.tls}/root.crt${more}`;
    return `postgres://villagehall:${this.#password}@${hosts}/villagehall?${options}`;
  }

  #machine(name: Name): Machine {
    const machine = this.#machines.find((each) => each.name === name);
    if (!machine) throw new Error(`There is no machine ${name}`);
    return machine;
  }

  /** Patroni stops first, so that it does not see the others fail. */
  #processes(name: Name): number[] {
    const { patroni, etcd, data } = this.#machine(name);
    return [patroni, etcd].flatMap((each) => each?.pid ?? []).concat(postgresOf(data));
  }

  async #start(): Promise<void> {
    const owner = this.#debian.uid('postgres');
    const addresses = [
      '127.0.0.1',
      `${this.#network}10`,
      ...this.#machines.map(({ address }) => address),
    ];
    await makeCertificates(this.#debian, { folder: this.tls, addresses, owner });
    for (const folder of [this.archive, ...names.map((name) => join(this.#stage.folder, name))]) {
      mkdirSync(folder);
      chownSync(folder, owner, owner);
    }
    for (const machine of this.#machines) this.#startEtcd(machine);
    for (const machine of this.#machines) await this.#untilEtcdIsWell(machine);
    for (const machine of this.#machines) this.#startPatroni(machine);
    await this.whole();
    await this.#startProxy();
    await this.#makeSitesOwn();
  }

  #startEtcd(machine: Machine): void {
    const { name, address } = machine;
    const at = (each: string) => `http://${each}:2380`;
    const others = this.#machines.map((each) => `${each.name}=${at(each.address)}`);
    const folder = join(this.#stage.folder, name, 'etcd');
    const member = existsSync(folder);
    machine.etcd = this.#debian.start(
      [
        'etcd',
        `--name=${name}`,
        `--data-dir=${folder}`,
        `--listen-peer-urls=${at(address)}`,
        `--initial-advertise-peer-urls=${at(address)}`,
        `--listen-client-urls=http://${address}:2379`,
        `--advertise-client-urls=http://${address}:2379`,
        `--initial-cluster=${others.join(',')}`,
        `--initial-cluster-state=${member ? 'existing' : 'new'}`,
        '--enable-v2',
      ],
      { user: 'postgres' },
    );
  }

  async #untilEtcdIsWell({ address, etcd }: Machine): Promise<void> {
    await etcd?.until('be well', async () => {
      const answer = await fetch(`http://${address}:2379/health`).catch(() => undefined);
      return answer?.ok === true;
    });
  }

  #startPatroni(machine: Machine): void {
    const { name, address, data } = machine;
    const file = join(this.#stage.folder, `${name}.yaml`);
    const text = example('patroni/patroni.yaml')
      .replace('name: a\n', `name: ${name}\n`)
      .replaceAll(/(listen|connect_address): 10\.0\.0\.11/g, `$1: ${address}`)
      // Calls within this machine come from 127.0.0.1.
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', this.#network)
      .replaceAll(/password: [\w-]+/g, `password: ${this.#password}`)
      .replaceAll('/etc/patroni', this.tls)
      .replaceAll('/srv/archive', this.archive)
      .replace('/var/lib/postgresql/15/villagehall', data)
      .replace('/var/run/postgresql', join(this.#stage.folder, name))
      .replace('synchronous_mode: true', `synchronous_mode: ${this.#synchronous}`)
      // This machine must not be restarted.
      .replace('mode: automatic', 'mode: off');
    writeFileSync(file, text);
    machine.patroni = this.#debian.start(['patroni', file], {
      user: 'postgres',
      env: { HOME: join(this.#stage.folder, name) },
    });
  }

  async #startProxy(): Promise<void> {
    const file = join(this.#stage.folder, 'postgresql.cfg');
    const text = example('haproxy/postgresql.cfg')
      .replaceAll('10.0.0.', this.#network)
      .replace('bind 127.0.0.1:5000', `bind ${this.#network}10:5000`);
    writeFileSync(file, text);
    const proxy = this.#debian.start(['haproxy', '-db', '-f', file]);
    this.#stage.after(() => proxy.stop());
    // HAProxy takes all three for the primary before its first checks.
    const standbys = names.length - 1;
    await proxy.until('tell the primary from the others', () => {
      return proxy.output.split(' is DOWN').length > standbys;
    });
  }

  async #makeSitesOwn(): Promise<void> {
    const url = new URL(this.urlOf(await this.leader()));
    url.username = 'postgres';
    url.pathname = '/postgres';
    await createSiteDatabase(url.href, this.#password);
  }

  #ask(address: string, path: string): Promise<Response> {
    return fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(2_000) });
  }

  #logOf(name: Name): string {
    return this.#machine(name).patroni?.output ?? '';
  }

  #log(): string {
    return names.map((name) => `${name}: ${lastOf(this.#logOf(name))}`).join('\n');
  }

  async #end(): Promise<void> {
    for (const { name } of this.#machines) await this.crash(name);
  }
}
