import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../http/refusal.ts';
import { threadScript } from '../../files.ts';
import type { Picture } from './layout.ts';
import type { Delivery, Order } from './painter.ts';

export interface Studio {
  /**
   * The picture as PNG: drawn once for however many ask, and kept for a while.
   * @throws Refusal `unavailable` when too many are waiting to be drawn
   */
  png: (picture: Picture, name: string) => Promise<Uint8Array>;
  close: () => Promise<void>;
}

/** A name that is another whenever anything in the picture is. */
export const nameOf = (picture: Picture) =>
  createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 22);

interface Limits {
  kept: number;
  waiting: number;
}

export function openStudio(limits: Limits = { kept: 200, waiting: 50 }): Studio {
  const thread = startOnDemand();
  const done = new Map<string, Promise<Uint8Array>>();
  let waiting = 0;

  async function draw(picture: Picture, name: string): Promise<Uint8Array> {
    waiting += 1;
    try {
      return await thread.draw(picture);
    } catch (error) {
      done.delete(name);
      throw error;
    } finally {
      waiting -= 1;
    }
  }

  function png(picture: Picture, name: string): Promise<Uint8Array> {
    const known = done.get(name);
    if (!known && waiting >= limits.waiting) return Promise.reject(busy());
    const drawing = known ?? draw(picture, name);
    // Moved to the end: what was asked for longest ago is dropped first.
    done.delete(name);
    done.set(name, drawing);
    for (const oldest of done.keys()) {
      if (done.size <= limits.kept) break;
      done.delete(oldest);
    }
    return drawing;
  }

  return { png, close: thread.close };
}

const busy = () =>
  new Refusal('unavailable', 'Too many pictures are being drawn. Please try again later.', {
    retryAfter: 10,
  });

interface Waiting {
  resolve: (png: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** The painter's thread: started by the first order, anew after a failure, and keeping no process alive. */
function startOnDemand() {
  const orders = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let number = 0;

  function receive(delivery: Delivery): void {
    const order = orders.get(delivery.number);
    orders.delete(delivery.number);
    if ('png' in delivery) order?.resolve(delivery.png);
    else order?.reject(new Error(delivery.error));
  }

  function lose(error: Error): void {
    worker = undefined;
    for (const { reject } of orders.values()) reject(error);
    orders.clear();
  }

  function start(): Worker {
    const fresh = new Worker(threadScript('server/ssr/share/painter.ts'), { execArgv: [] });
    fresh.unref();
    fresh.on('message', receive);
    fresh.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => lose(new Error('the thread that draws pictures has ended')));
    return fresh;
  }

  return {
    draw: (picture: Picture) =>
      new Promise<Uint8Array>((resolve, reject) => {
        number += 1;
        orders.set(number, { resolve, reject });
        worker ??= start();
        worker.postMessage({ number, picture } satisfies Order);
      }),
    close: async () => {
      await worker?.terminate();
    },
  };
}
