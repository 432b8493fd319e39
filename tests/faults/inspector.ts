import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '#tests/crash/server-process.ts';

export interface Memory {
  /** The time of the measurement. */
  ms: number;
  /** The memory in use after garbage collection, buffers included. */
  heap: number;
  rss: number;
}

interface Reply {
  id: number;
  result: { result?: { value?: unknown } };
}

/** Inspects a process that was started with `--inspect`. */
export class Inspector {
  readonly #socket: WebSocket;
  #last = 0;

  static async of(site: ServerProcess): Promise<Inspector> {
    for (;;) {
      const [, url] = /listening on (ws:\S+)/.exec(site.stderr) ?? [];
      if (url) {
        const socket = new WebSocket(url);
        await once(socket, 'open');
        return new Inspector(socket);
      }
      await pause(20);
    }
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  async memory(): Promise<Memory> {
    await this.#ask('HeapProfiler.collectGarbage');
    const { result } = await this.#ask('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    });
    const used = result?.value as { heapUsed: number; external: number; rss: number };
    return { ms: performance.now(), heap: used.heapUsed + used.external, rss: used.rss };
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string, params: object = {}): Promise<Reply['result']> {
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve } = Promise.withResolvers<Reply['result']>();
    const listen = ({ data }: MessageEvent) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id !== id) return;
      this.#socket.removeEventListener('message', listen);
      resolve(reply.result);
    };
    this.#socket.addEventListener('message', listen);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }
}
