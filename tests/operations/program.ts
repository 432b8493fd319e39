import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 60_000;

/** A program that goes on until it is ended, in a process group of its own. */
export class Program {
  readonly pid: number;
  /** All it has said, on both of its outputs. */
  output = '';
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly #child: ChildProcess;
  readonly #name: string;
  #running = true;

  constructor(name: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#name = name;
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(command, args, { cwd: '/', env, stdio: [...stdio], detached: true });
    this.#child = child;
    this.pid = child.pid ?? 0;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(child, 'close').then(([code, signal]) => {
      this.#running = false;
      return (signal ?? code) as number | NodeJS.Signals;
    });
    this.ended.catch(() => (this.#running = false));
  }

  /** Waits until the port answers; throws with the program's output if it ends before. */
  async listens(port: number): Promise<void> {
    await this.until(`answer at port ${port}`, () => answers(port));
  }

  /** Asks again and again until it is so. */
  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const over = performance.now() + patienceMs;
    while (!(await isSo())) {
      const why = this.#running ? 'in time' : 'before it ended';
      if (!this.#running || performance.now() > over) {
        throw new Error(`${this.#name} did not ${what} ${why}: ${lastOf(this.output)}`);
      }
      await delay(50);
    }
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#running) this.#child.kill(signal);
  }

  /** A polite end; with what is left of its group after ten seconds it is over. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.signal(signal);
    await Promise.race([this.ended, delay(10_000, undefined, { ref: false })]);
    await this.kill();
  }

  /** `kill -9` of the program and of all it has started. */
  async kill(): Promise<void> {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // Nothing of the group is left.
    }
    await this.ended;
  }
}

/** A port that nobody has now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    socket.on('connect', tell(true)).on('error', tell(false));
  });
}

export const lastOf = (output: string) => output.trimEnd().split('\n').slice(-15).join('\n');
