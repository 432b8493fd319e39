import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hour } from '#contract/platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import { fairLimit } from '#platform/process/fair-limit.ts';
import { threadScript } from '#platform/process/files.ts';
import { threadOnDemand } from '#platform/process/thread.ts';
import type { Picture } from './layout.ts';

export interface Studio {
  /**
   * Returns the picture as PNG: drawn once for concurrent callers, then cached for a while.
   * @param caller has turns at drawing of their own
   * @throws Refusal `unavailable` when too many pictures wait to be drawn
   */
  png: (picture: Picture, name: string, caller: string) => Promise<Uint8Array>;
  close: () => Promise<void>;
}

/** A cache key that changes whenever anything in the picture does. */
export const nameOf = (picture: Picture) =>
  createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 22);

interface Limits {
  cached: number;
  /** The greatest total size of the cached pictures. */
  bytes?: number;
  /** The most pictures that are being drawn or wait. */
  waiting: number;
}

/** A service that draws previews of a site's links may ask for several at once. */
const perCaller = 10;
const maxBytes = 16 * 1024 * 1024;
/** The bytes of an entry besides its picture. */
const entryOverhead = 500;

export function openStudio(limits: Limits = { cached: 200, waiting: 50 }): Studio {
  const thread = threadOnDemand<Picture, Uint8Array>(threadScript('server/ssr/share/painter.ts'));
  const limited = fairLimit({
    atOnce: 1,
    waiting: limits.waiting - 1,
    perCaller,
    tooBusy: tooBusy,
  });
  const drawn = new LRUCache<string, Uint8Array>({
    max: limits.cached,
    maxSize: limits.bytes ?? maxBytes,
    sizeCalculation: (png, name) => png.length + name.length + entryOverhead,
    ttl: hour,
  });
  /** Pictures that somebody waits for. */
  const awaited = new Map<string, Promise<Uint8Array>>();

  async function draw(picture: Picture, name: string): Promise<Uint8Array> {
    const existing = drawn.get(name);
    if (existing) return existing;
    const png = await thread.ask(picture);
    drawn.set(name, png);
    return png;
  }

  return {
    png: async (picture, name, caller) => {
      const existing = drawn.get(name);
      if (existing) return existing;
      const own = limited(() => draw(picture, name), caller);
      const earlier = awaited.get(name);
      // Whichever comes first: the other caller's turn may be far behind many of their own.
      if (earlier) return firstOf(own, earlier);
      awaited.set(name, own);
      return own.finally(() => awaited.delete(name));
    },
    close: thread.close,
  };
}

/** @throws the error of `own` if both fail */
const firstOf = async <T>(own: Promise<T>, other: Promise<T>): Promise<T> =>
  Promise.any([own, other]).catch(() => own);

const tooBusy = () =>
  new Refusal('unavailable', 'Too many pictures are being drawn. Please try again later.', {
    retryAfter: 10,
  });
