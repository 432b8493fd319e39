import { createHash } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import { threadScript } from '../../platform/process/files.ts';
import { threadOnDemand } from '../../platform/process/thread.ts';
import type { Picture } from './layout.ts';

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
  const thread = threadOnDemand<Picture, Uint8Array>(threadScript('server/ssr/share/painter.ts'));
  const done = new Map<string, Promise<Uint8Array>>();
  let waiting = 0;

  async function draw(picture: Picture, name: string): Promise<Uint8Array> {
    waiting += 1;
    try {
      return await thread.ask(picture);
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
