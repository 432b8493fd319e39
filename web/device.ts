import { forgetOthers } from './features/events/offline/kept-pages.ts';
import { registerWorker } from './platform/device/register-worker.ts';

/**
 * Starts the service worker once a page has been used, and deletes what the device keeps of another
 * account. `account` is undefined for a visitor.
 */
export async function prepareDevice(account: string | undefined): Promise<void> {
  await registerWorker();
  if ('caches' in window) await forgetOthers(account);
}
