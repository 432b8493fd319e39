import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hour } from '#contract/platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import { concurrencyLimit } from '#platform/process/concurrency-limit.ts';
import { threadScript } from '#platform/process/files.ts';
import { threadOnDemand } from '#platform/process/thread.ts';
import type { Picture } from './layout.ts';

export interface Studio {
  /**
   * Returns the picture as PNG: drawn once for concurrent callers, then cached for a while.
   * @throws Refusal `unavailable` when too many pictures wait to be drawn
   */
  png: (picture: Picture, name: string) => Promise<Uint8Array>;
  close: () => Promise<void>;
}

/** A cache key that changes whenever anything in the picture does. */
export const nameOf = (picture: Picture) =>
  createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 22);

interface Limits {
  cached: number;
  /** The greatest total size of the cached pictures. */
  bytes?: number;
  waiting: number;
}

const mostBytes = 16 * 1024 * 1024;
/** The bytes of an entry besides its picture. */
const entryOverhead = 500;

export function openStudio(limits: Limits = { cached: 200, waiting: 50 }): Studio {
  const thread = threadOnDemand<Picture, Uint8Array>(threadScript('server/ssr/share/painter.ts'));
  const unlessTooMany = concurrencyLimit({ atOnce: limits.waiting, waiting: 0, tooBusy: busy });
  const drawn = new LRUCache<string, Uint8Array, Picture>({
    max: limits.cached,
    maxSize: limits.bytes ?? mostBytes,
    sizeCalculation: (png, name) => png.length + name.length + entryOverhead,
    ttl: hour,
    // A caller gets the picture even if newer ones have evicted it from the cache meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _stale, { context }) => unlessTooMany(() => thread.ask(context)),
  });
  return {
    png: (picture, name) => drawn.forceFetch(name, { context: picture }),
    close: thread.close,
  };
}

const busy = () =>
  new Refusal('unavailable', 'Too many pictures are being drawn. Please try again later.', {
    retryAfter: 10,
  });
