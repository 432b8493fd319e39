import { forgetOthers } from './features/events/offline/kept-pages.ts';
import { registerWorker } from './platform/device/register-worker.ts';

/**
 * What a device does once a page has been used: it starts the service worker, and deletes what it
 * keeps of another account. `account` is undefined for a visitor.
 */
export async function prepareDevice(account: string | undefined): Promise<void> {
  await registerWorker();
  if ('caches' in window) await forgetOthers(account);
}
