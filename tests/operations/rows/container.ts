import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoPassword } from '#server/demo/load.ts';
import { operate } from '#tests/operation/support.ts';
import { bareDebian, printed } from '../debian.ts';
import type { Program } from '../program.ts';
import type { Row, Stage } from '../row.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const baseImage = 'docker.io/library/node:24-trixie-slim';

export const container: Row = {
  name: 'container',
  title: 'the Dockerfile built by Buildah and run by runc: read-only, uid 1000, no capabilities',
  packages: ['buildah', 'runc', 'ca-certificates'],
  hindrance: () => (npmFolder() ? undefined : 'it needs npm on the PATH'),
  run: async (stage) => {
    await makeBase(stage);
    const { image, seconds, megabytes } = await build(stage);
    stage.say(`built in ${seconds.toFixed(0)} s`);
    const box = await Container.start(stage, image);
    const ready = await box.health();
    stage.say(`healthy after ${ready.toFixed(1)} s`);
    await box.demandConfined();
    await box.exec('node', 'dist/main/make-admin.js', 'member@example.com');
    const role = await box.exec('node', '-e', askAsMember);
    if (role.trim() !== 'admin') throw new Error(`Who was made admin is ${role}`);
    const rows = await backedUp(stage, box);
    await box.stop();
    return `built in ${seconds.toFixed(0)} s, ${megabytes} MB on its base; healthy after ${ready.toFixed(1)} s; nothing written beside /data and /tmp; admin made; backup by a pipe: ${rows}; SIGTERM ends it with 0`;
  },
};

/** Signs in and returns the role, from inside: the container has a network of its own. */
const askAsMember = `
  const origin = 'http://127.0.0.1:3000';
  const headers = { origin, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'member@example.com', password: '${demoPassword}' });
  const { headers: answered } = await fetch(origin + '/api/login', { method: 'POST', headers, body });
  const [cookie] = answered.getSetCookie()[0].split(';');
  const { user } = await (await fetch(origin + '/api/user', { headers: { cookie } })).json();
  console.log(user.role);`;

const npmFolder = (): string | undefined => {
  const { stdout, status } = spawnSync('which', ['npm'], { encoding: 'utf8' });
  return status === 0 ? dirname(dirname(realpathSync(stdout.trim()))) : undefined;
};

const store = ({ folder }: Stage) => [
  '--root',
  join(folder, 'store'),
  '--runroot',
  join(folder, 'running'),
];

/** Runs Buildah in one script, because its mounts end with it; `$B` is the command. */
async function buildah(stage: Stage, script: string, ...args: string[]): Promise<string> {
  const lines = `B="buildah ${store(stage).join(' ')}"\n${script}`;
  const env = { BUILDAH_ISOLATION: 'chroot', HOME: stage.folder };
  return stage.debian.run(['sh', '-ec', lines, 'sh', ...args], { env });
}

/** Builds the official image's base without a registry: Debian 13, this Node.js and npm. */
async function makeBase(stage: Stage): Promise<void> {
  const debian = await bareDebian(stage.say);
  const base = join(stage.folder, 'base');
  const npm = npmFolder() ?? '';
  const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt';
  const gather = `
    mkdir -p "$2/bin" "$2/lib/node_modules"
    cp "$3" "$2/bin/node"
    cp -rL "$4" "$2/lib/node_modules/npm"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$2/bin/npm"
    cp -L "$5" "$2/certificates.crt" || touch "$2/certificates.crt"`;
  const args = [debian, base, process.execPath, npm, certificates];
  await printed('sh', ['-ec', gather, 'sh', ...args], process.env, 'gathering the base');
  const script = `
    c=$($B from scratch)
    $B add -q "$c" "$1" / >&2
    $B add -q "$c" "$2" /usr/local >&2
    $B config --env NODE_EXTRA_CA_CERTS=/usr/local/certificates.crt "$c"
    $B commit -q "$c" "$3" >&2
    $B rm "$c" >&2`;
  // The programs that build it see only the temporary folder.
  await buildah(stage, script, debian, base, baseImage);
}

interface Config {
  Env: string[];
  Cmd: string[];
  User: string;
  WorkingDir: string;
  Healthcheck: { Test: string[] };
}

interface Image {
  config: Config;
  /** The image's unpacked files. */
  rootfs: string;
}

/** Builds the files that git would commit, as `docker build .` does. */
async function build(stage: Stage): Promise<{ image: Image; seconds: number; megabytes: string }> {
  const context = join(stage.folder, 'context');
  mkdirSync(context);
  const copy =
    'cd "$1" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$2"';
  await printed('sh', ['-ec', copy, 'sh', root, context], process.env, 'copying the sources');
  const begun = performance.now();
  await buildah(stage, '$B bud --pull-never --format docker -t hall "$1"', context);
  const seconds = (performance.now() - begun) / 1000;
  const rootfs = join(stage.folder, 'rootfs');
  const unpack = `
    c=$($B from --pull-never hall)
    cp -a "$($B mount "$c")" "$1"
    $B umount "$c" >&2
    $B inspect --type image hall`;
  const answer = JSON.parse(await buildah(stage, unpack, rootfs)) as { Docker: { config: Config } };
  const size = await printed('du', ['-sm', join(rootfs, 'app')], process.env);
  return {
    image: { config: answer.Docker.config, rootfs },
    seconds,
    megabytes: size.split('\t')[0] ?? '',
  };
}

class Container {
  readonly #stage: Stage;
  readonly #image: Image;
  readonly #program: Program;
  readonly #begun = performance.now();

  private constructor(stage: Stage, image: Image) {
    this.#stage = stage;
    this.#image = image;
    this.#program = stage.debian.start([
      ...this.#runc,
      'run',
      '--bundle',
      join(stage.folder, 'bundle'),
      'hall',
    ]);
    stage.after(() => stage.debian.run([...this.#runc, 'delete', '--force', 'hall']));
  }

  static async start(stage: Stage, image: Image): Promise<Container> {
    const bundle = join(stage.folder, 'bundle');
    mkdirSync(bundle);
    await stage.debian.run(['runc', 'spec', '--bundle', bundle]);
    const text = await printed('cat', [join(bundle, 'config.json')], process.env);
    const spec = confined(JSON.parse(text) as Spec, image);
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(spec));
    return new Container(stage, image);
  }

  get #runc(): ['runc', ...string[]] {
    return ['runc', '--root', join(this.#stage.folder, 'runc')];
  }

  /** Runs a command in it, as `docker exec` does. */
  exec(...words: string[]): Promise<string> {
    return this.#stage.debian.run([...this.#runc, 'exec', 'hall', ...words]);
  }

  /** Waits until the image's own health check passes; returns the seconds. */
  async health(): Promise<number> {
    const [, ...check] = this.#image.config.Healthcheck.Test;
    const isHealthy = () =>
      this.exec(...check).then(
        () => true,
        () => false,
      );
    await this.#program.until('become healthy', isHealthy);
    return (performance.now() - this.#begun) / 1000;
  }

  async demandConfined(): Promise<void> {
    const status = await this.exec('cat', '/proc/1/status');
    const isBare =
      /^Uid:\s+1000\s+1000/m.test(status) &&
      /^CapEff:\s+0+$/m.test(status) &&
      /^NoNewPrivs:\s+1$/m.test(status);
    if (!isBare) throw new Error(`The process may do more than it should: ${status}`);
    for (const place of ['/app/dist', '/app', '/', '/etc', '/var/tmp']) {
      const isOpen = await this.exec('touch', `${place}/x`).then(
        () => true,
        () => false,
      );
      if (isOpen) throw new Error(`${place} can be written`);
    }
  }

  /** Writes a backup to a file outside, by standard output. */
  async backup(file: string): Promise<void> {
    const script = `${this.#runc.join(' ')} exec hall node dist/main/operate.js backup - > "$1"`;
    await this.#stage.debian.run(['sh', '-ec', script, 'sh', file]);
  }

  async stop(): Promise<void> {
    await this.#stage.debian.run([...this.#runc, 'kill', 'hall', 'TERM']);
    const code = await this.#program.ended;
    if (code !== 0)
      throw new Error(`SIGTERM ended the container with ${code}: ${this.#program.output}`);
  }
}

interface Mount {
  destination: string;
  type: string;
  source: string;
  options: string[];
}

interface Spec {
  process: Record<string, unknown> & { env: string[] };
  root: { path: string; readonly: boolean };
  mounts: Mount[];
}

/** Runs the image as the templates of deploy/ do, with the data in memory. */
function confined(spec: Spec, { config, rootfs }: Image): Spec {
  const [uid = 0, gid = 0] = config.User.split(':').map(Number);
  const inMemory = (destination: string, mode: string): Mount => {
    const options = ['nosuid', 'nodev', `mode=${mode}`, `uid=${uid}`, `gid=${gid}`];
    return { destination, type: 'tmpfs', source: 'tmpfs', options };
  };
  const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
  return {
    ...spec,
    process: {
      ...spec.process,
      terminal: false,
      user: { uid, gid },
      args: config.Cmd,
      cwd: config.WorkingDir,
      env: [...config.Env, 'DEMO=true'],
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: rootfs, readonly: true },
    mounts: [...spec.mounts, inMemory('/tmp', '1777'), inMemory('/data', '0700')],
  };
}

/** Checks that the piped bytes are a backup that can be restored. */
async function backedUp({ folder }: Stage, box: Container): Promise<string> {
  const file = join(folder, 'hall.backup');
  await box.backup(file);
  const { code, output } = await operate({ DATA_DIR: join(folder, 'restored') }, 'restore', file);
  if (code !== 0) throw new Error(`The backup of the container: ${output}`);
  return output;
}
