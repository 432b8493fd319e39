import { day } from '#contract/platform/durations.ts';
import { offlineCache } from '#web/platform/data/forget-device.ts';

/** Days after which the pages of events are deleted from a device that nobody has updated. */
export const offlineDays = 30;

/** The address by which the service worker keeps a page or a file of it. */
export const offlinePath = (path: string) => `/offline${path}`;

const ownerPath = offlinePath('/owner');

/** Whose pages the browser keeps, and since when they are as they are. */
export interface Owner {
  account: string;
  /** In milliseconds. */
  updatedAt: number;
}

export const openCache = (): Promise<Cache> => caches.open(offlineCache);

export const writeOwner = (cache: Cache, owner: Owner): Promise<void> =>
  cache.put(ownerPath, Response.json(owner));

export const isOwnerPath = (path: string): boolean => path === ownerPath;

/** Returns whose pages the browser keeps; undefined if it keeps none. */
export async function ownerOfPages(): Promise<Owner | undefined> {
  const kept = await caches.match(ownerPath, { cacheName: offlineCache });
  return kept && ((await kept.json()) as Owner);
}

/** Deletes pages that nobody has updated for 30 days. */
export async function sweepPages(now: number): Promise<void> {
  const owner = await ownerOfPages();
  if (owner && owner.updatedAt + offlineDays * day <= now) await caches.delete(offlineCache);
}

/** Deletes the pages of another account, or of one that has signed out elsewhere. */
export async function forgetOthers(account: string | undefined): Promise<void> {
  const owner = await ownerOfPages();
  if (owner && owner.account !== account) await caches.delete(offlineCache);
}
