import { call } from '#web/platform/data/api.ts';
import { activeWorker } from '#web/platform/device/register-worker.ts';

/** Makes this browser show the member's notifications. The member has allowed it already. */
export async function subscribeDevice(): Promise<void> {
  const { publicKey } = await call('GET /api/push');
  const { endpoint, keys = {} } = (await subscriptionFor(publicKey)).toJSON();
  await call('POST /api/user/push-devices', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
    },
  });
}

/** @throws Error if the browser refuses */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const manager = (await activeWorker())?.pushManager;
  if (!manager) throw new Error('this browser has no service worker');
  const subscribe = () =>
    manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  try {
    return await subscribe();
  } catch {
    // It may have an address that was made for another key of the site.
    await (await manager.getSubscription())?.unsubscribe();
    return subscribe();
  }
}

/** Stops this browser's own notifications, also where the site no longer knows it. */
export async function unsubscribeDevice(): Promise<void> {
  const registration = await activeWorker();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
