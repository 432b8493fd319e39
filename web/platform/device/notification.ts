import { localPath, paths } from '#contract/platform/paths.ts';
import type { PageClients, PushData, RenewalEvent } from './worker-scope.ts';

interface News {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** A browser takes the permission away from a site whose push shows nothing. */
const unreadable: News = {
  title: 'There is news for you',
  body: 'Open the site to see it.',
  path: paths.myEvents,
  tag: 'news',
};

function newsIn(data: PushData | null): News {
  try {
    return { ...unreadable, ...(data?.json() as Partial<News> | undefined) };
  } catch {
    return unreadable;
  }
}

/** Shows what a push says, in place of an earlier notification of the same tag. */
export async function showNotification(
  registration: ServiceWorkerRegistration,
  data: PushData | null,
): Promise<void> {
  const { title, body, path, tag } = newsIn(data);
  // TypeScript knows no `renotify`: without it a notification that replaces another is silent.
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    data: localPath(path) ?? paths.home,
  };
  await registration.showNotification(title, options);
}

/** Opens the page of a notification: in the window that is open, if there is one. */
export async function openNotification(
  clients: PageClients,
  { data }: Notification,
): Promise<void> {
  const { href } = new URL(String(data), location.origin);
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [open] = windows.toSorted(
    (one, other) => Number(other.url === href) - Number(one.url === href),
  );
  if (!open) return void (await clients.openWindow(href));
  const focused = await open.focus();
  if (focused.url === href) return;
  // A page that an older worker controls can't be moved.
  await focused.navigate(href).catch(() => clients.openWindow(href));
}

/** Tells the site the device's new address. Without it the device would fall silent. */
export async function renewSubscription(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  { oldSubscription, newSubscription }: Pick<RenewalEvent, 'oldSubscription' | 'newSubscription'>,
): Promise<void> {
  const renewed =
    newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!renewed) return;
  const { endpoint, keys } = renewed.toJSON();
  await fetch('/api/user/push-devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}
