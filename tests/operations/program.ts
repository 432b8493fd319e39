import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 60_000;

/** A program in a process group of its own, which runs until it is ended. */
export class Program {
  readonly pid: number;
  /** Everything printed so far, on both outputs. */
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

  /** Polls until the condition holds. */
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

  /** Ends the program politely, and kills what is left of its group after ten seconds. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.signal(signal);
    await Promise.race([this.ended, delay(10_000, undefined, { ref: false })]);
    await this.kill();
  }

  /** Kills the program and its children with `kill -9`. */
  async kill(): Promise<void> {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // The group has no process left.
    }
    await this.ended;
  }
}

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
