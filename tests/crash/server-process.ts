import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { shortLivedFlags } from '#tests/support/engine-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mainScript = fileURLToPath(new URL('../../dist/main/main.js', import.meta.url));
const onWindows = process.platform === 'win32';
const readyLine = / is ready at (http:[^\s"]+)/;

/** The settings of a test server, independent of the shell's variables. */
const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: 'true',
  RATE_LIMITS: 'off',
  // An account that writes without pause soon reaches its quotas.
  QUOTAS: 'comments=9999,comingDates=9999,unapprovedGroups=9999',
};
const fromShell = ['PATH', 'TMPDIR', 'TEMP', 'SystemRoot', 'HOME', 'NODE_COMPILE_CACHE'];

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Start {
  /** The server of another version, or a packed one. */
  script?: string;
  /** The working directory, where it is not the repository. */
  folder?: string;
  /** The process's user, where it differs from this one's. */
  user?: number;
  /**
   * Node's flags for a short life; a measurement starts the server without them, as an operator
   * does.
   */
  flags?: string[];
}

/** The real server in a process group of its own. */
export class ServerProcess {
  readonly pid: number;
  /** The address in the ready line; rejects where the process ends without one. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ending>;
  stderr = '';
  /** The lines on its standard output. */
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #output: Interface;
  #running = true;

  constructor(
    env: Record<string, string>,
    { script = mainScript, folder = root, user, flags = shortLivedFlags }: Start = {},
  ) {
    const shell = fromShell.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const child = spawn(process.execPath, [...flags, script], {
      cwd: folder,
      ...(user !== undefined && { uid: user, gid: user }),
      env: { ...Object.fromEntries(shell), ...settings, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !onWindows,
    });
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.ended = once(child, 'close').then(([code, signal]) => {
      this.#running = false;
      return { code, signal };
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#output = createInterface({ input: child.stdout });
    this.ready = new Promise((resolve, reject) => {
      this.#output.on('line', (line) => {
        this.lines.push(line);
        const [, address] = readyLine.exec(line) ?? [];
        if (address) resolve(address);
      });
      void this.ended.then(({ code }) =>
        reject(new Error(`The server ended with ${code} before it was ready: ${this.stderr}`)),
      );
    });
    this.ready.catch(() => undefined);
  }

  /** Stops reading the log: under load it has as many lines as there are answers. */
  ignoreLines(): void {
    this.#output.close();
    this.#child.stdout?.resume();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills the process with `kill -9`, with its threads and children; none may survive. */
  async killAll(): Promise<void> {
    if (this.#running && onWindows) this.#child.kill('SIGKILL');
    else if (this.#running) process.kill(-this.pid, 'SIGKILL');
    await this.ended;
    if (!onWindows && groupLives(this.pid)) throw new Error(`Group ${this.pid} outlived kill -9`);
  }

  /** Sends SIGTERM; the process must exit with 0. */
  async stop(): Promise<void> {
    this.signal('SIGTERM');
    const { code, signal } = await this.ended;
    if (code !== 0) throw new Error(`SIGTERM ended with ${code ?? signal}: ${this.stderr}`);
  }
}

function groupLives(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
