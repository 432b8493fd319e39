/** The cache with the pages of a member's coming events. */
export const offlineCache = 'offline-events';

/** Deletes the pages that this browser keeps of a member's events. */
export const forgetEvents = (): void =>
  void globalThis.caches?.delete(offlineCache).catch(() => undefined);

/**
 * Deletes what this browser keeps of its member: the pages of their events, the lists of doors, and
 * what was not sent.
 */
export function forgetDevice(): void {
  globalThis.indexedDB?.deleteDatabase('door');
  forgetEvents();
}
