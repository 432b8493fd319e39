import { isInstalled } from './installed.ts';
import { hasWorker } from './register-worker.ts';

/** Why this browser shows no notifications, or that it can. */
export type PushSupport = 'can' | 'blocked' | 'home-screen' | 'none';

/** An iPad may call itself a Mac, which has no touch screen. */
export const isIphone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function pushSupport(): PushSupport {
  const hasAll = hasWorker() && 'PushManager' in window && 'Notification' in window;
  if (!hasAll) return isIphone() && !isInstalled() ? 'home-screen' : 'none';
  return Notification.permission === 'denied' ? 'blocked' : 'can';
}
