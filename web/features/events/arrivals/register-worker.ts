import { sitePolicy } from '#web/ui/trusted-types.ts';

const script = '/sw.js';

/** Starts the service worker that answers for this page without a network. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const address = sitePolicy()?.createScriptURL(script) ?? script;
  // Without the worker the page works until its tab is closed.
  navigator.serviceWorker.register(address).catch(() => undefined);
}
