import { sitePolicy } from '#web/ui/trusted-types.ts';

const script = '/sw.js';

/** Tells whether this browser can have the site's service worker. Private windows may refuse it. */
export const hasWorker = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && navigator.serviceWorker !== undefined;

/** Starts the service worker; undefined where the browser refuses. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!hasWorker()) return undefined;
  // The policy's answer stands for a string.
  const address = sitePolicy()?.createScriptURL(script) ?? script;
  return navigator.serviceWorker.register(address).catch(() => undefined);
}

/** Returns the service worker's registration once the worker runs. */
export async function activeWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return (await registerWorker()) && navigator.serviceWorker.ready;
}
