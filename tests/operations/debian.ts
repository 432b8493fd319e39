import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastOf, Program } from './program.ts';

const suite = 'bookworm';
const containerSuite = 'trixie';
const mirror = 'http://deb.debian.org/debian';
/** Kept between runs: creating it takes 90 seconds, and each package is downloaded once. */
const cacheFolder = join(tmpdir(), `villagehall-operations-${suite}`);

/**
 * Programs see the temporary folder, /proc, /dev and /sys of the host, and share its network. The
 * mounts live in a namespace that ends with the program, which keeps its process id. runc enters a
 * container through its namespace's root, so this Debian must be that root.
 */
const enter = `
mount --bind "$ROOT" "$ROOT"
for each in proc dev sys; do mount --rbind /$each "$ROOT/$each"; done
mkdir -p "$ROOT$SHARED" && mount --bind "$SHARED" "$ROOT$SHARED"
cd "$ROOT"
pivot_root . .
umount -l .
exec chroot --userspec="$AS" / "$@"`;

interface As {
  /** A user of that Debian, by name or number; root by default. */
  user?: string;
  env?: Record<string, string>;
}

/** A Debian in a folder: nothing is installed on the machine. */
export class Debian {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  /** The reason why this machine can't have one. */
  static hindrance(): string | undefined {
    if (process.platform !== 'linux') return 'it needs Linux';
    if (process.getuid?.() !== 0)
      return 'it needs root, to enter a Debian of its own: run it as root';
    if (spawnSync('unshare', ['--mount', 'mount', '--bind', '/tmp', '/tmp']).status !== 0) {
      return 'this machine allows no mounts of our own (unshare --mount)';
    }
    if (process.env['OPERATIONS_ROOT'] ?? existsSync(join(cacheFolder, 'made'))) return undefined;
    const has = (program: string) => spawnSync('which', [program]).status === 0;
    if (has('debootstrap') || (has('apt-get') && has('dpkg'))) return undefined;
    return 'it needs debootstrap, or the apt-get of Debian to fetch it; or OPERATIONS_ROOT, the folder of a Debian';
  }

  /** Returns the Debian of OPERATIONS_ROOT, or creates one by debootstrap, with these packages. */
  static async having(packages: readonly string[], say: (line: string) => void): Promise<Debian> {
    const given = process.env['OPERATIONS_ROOT'];
    if (!given && !existsSync(join(cacheFolder, 'made'))) {
      say(`Making a Debian (${suite}) in ${cacheFolder}, once`);
      await fetched(bootstrap());
    }
    const debian = new Debian(given ?? join(cacheFolder, 'root'));
    await fetched(debian.#install(packages, say));
    return debian;
  }

  /** Starts a program that runs until it is ended. */
  start(words: readonly [string, ...string[]], as: As = {}): Program {
    return new Program(words[0], 'unshare', this.#args(words), this.#env(as));
  }

  /** Runs a command that ends by itself; returns its output. */
  run(words: readonly [string, ...string[]], as: As = {}): Promise<string> {
    return printed('unshare', this.#args(words), this.#env(as), words.join(' ').split('\n')[0]);
  }

  /** Returns the number of a package's user, for `chown` from outside. */
  uid(name: string): number {
    const row = readFileSync(join(this.root, 'etc/passwd'), 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`${name}:`));
    if (!row) throw new Error(`This Debian has no user ${name}`);
    return Number(row.split(':')[2]);
  }

  async #install(packages: readonly string[], say: (line: string) => void): Promise<void> {
    const missing = packages.filter(
      (name) =>
        !readdirSync(join(this.root, 'var/lib/dpkg/info')).some(
          (file) => file === `${name}.list` || file.startsWith(`${name}:`),
        ),
    );
    if (missing.length === 0) return;
    say(`Fetching ${missing.join(', ')} of Debian`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await this.run(['apt-get', 'update', '-q'], { env });
    await this.run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...missing], {
      env,
    });
  }

  #args(words: readonly string[]): string[] {
    return ['--mount', 'sh', '-ec', enter, 'enter', ...words];
  }

  #env({ user = 'root', env = {} }: As): NodeJS.ProcessEnv {
    const here = { ROOT: this.root, SHARED: tmpdir(), AS: user };
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    return { PATH: path, LANG: 'C.UTF-8', HOME: '/root', ...here, ...env };
  }
}

/** @throws Error that begins with what to do where Debian's packages are out of reach */
async function fetched(fetching: Promise<void>): Promise<void> {
  try {
    await fetching;
  } catch (error) {
    const help = `Debian's packages were not to be had: ${mirror} must be reached from here, or OPERATIONS_ROOT name a Debian that has them`;
    throw new Error(`${help}\n${String(error)}`, { cause: error });
  }
}

async function bootstrap(): Promise<void> {
  const making = join(cacheFolder, 'root');
  rmSync(cacheFolder, { recursive: true, force: true });
  mkdirSync(cacheFolder, { recursive: true });
  await debootstrap(suite, making);
  // Packages start no servers of their own, and create no PostgreSQL cluster.
  writeFileSync(join(making, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  mkdirSync(join(making, 'etc/postgresql-common'), { recursive: true });
  const noCluster = 'create_main_cluster = false\n';
  writeFileSync(join(making, 'etc/postgresql-common/createcluster.conf'), noCluster);
  writeFileSync(join(cacheFolder, 'made'), suite);
}

/** Creates a bare Debian 13 for container images; kept between runs. */
export async function bareDebian(say: (line: string) => void): Promise<string> {
  const folder = join(cacheFolder, containerSuite);
  if (existsSync(folder)) return folder;
  say(`Making a bare Debian (${containerSuite}) in ${folder}, once`);
  const making = `${folder}-making`;
  rmSync(making, { recursive: true, force: true });
  await fetched(debootstrap(containerSuite, making));
  renameSync(making, folder);
  return folder;
}

/** Runs the machine's debootstrap, or Debian's, unpacked beside the root. */
async function debootstrap(which: string, target: string): Promise<void> {
  const args = ['--variant=minbase', which, target, mirror];
  if (spawnSync('which', ['debootstrap']).status === 0) {
    await printed('debootstrap', args, process.env);
    return;
  }
  const folder = join(cacheFolder, 'debootstrap');
  const script = join(folder, 'usr/sbin/debootstrap');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    const fetch = 'cd "$1" && apt-get download debootstrap && dpkg -x debootstrap_*.deb .';
    await printed('sh', ['-ec', fetch, 'sh', folder], process.env, 'apt-get download debootstrap');
  }
  const env = { ...process.env, DEBOOTSTRAP_DIR: join(folder, 'usr/share/debootstrap') };
  await printed(script, args, env, 'debootstrap');
}

/** Runs a command of this machine to its end; a failure's message is its output. */
export function printed(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  name = command,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error)
        reject(
          new Error(`${name} ended with ${error.code ?? error.signal}: ${lastOf(stdout + stderr)}`),
        );
      else resolve(stdout);
    });
  });
}
