import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from './features/base/sign-in/use-user.ts';
import { forgetOthers } from './features/events/offline/kept-pages.ts';
import { registerWorker } from './platform/device/register-worker.ts';

/**
 * Starts the service worker, and deletes what the device keeps of another account or of one that
 * has signed out elsewhere.
 */
export async function prepareDevice(client: QueryClient): Promise<void> {
  const known = client.getQueryData(userQuery().queryKey);
  if (!known) return;
  await registerWorker();
  if ('caches' in window) await forgetOthers(known.user?.id);
}
