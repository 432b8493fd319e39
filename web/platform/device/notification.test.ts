import { expect, it, vi } from 'vitest';
import { openNotification, renewSubscription } from './notification.ts';
import type { PageClients } from './worker-scope.ts';

vi.stubGlobal('location', { origin: 'https://hall.example' });

/** Windows of the site by their paths, which record what happens to them. */
function windowsAt(...paths: string[]) {
  const steps: string[] = [];
  const windows = paths.map((path) => {
    const window = {
      url: `https://hall.example${path}`,
      focus: async () => {
        steps.push(`focus ${path}`);
        return window;
      },
      navigate: async (url: string) => {
        steps.push(`${path} to ${url}`);
        return window;
      },
    };
    return window;
  });
  const clients: PageClients = {
    matchAll: async () => windows,
    openWindow: async (url) => {
      steps.push(`open ${url}`);
      return null;
    },
  };
  return { clients, steps };
}

const pressed = { data: '/events/7' } as Notification;

it.each<[title: string, open: string[], steps: string[]]>([
  ['opens a window where there is none', [], ['open https://hall.example/events/7']],
  [
    'moves a window that shows another page',
    ['/about'],
    ['focus /about', '/about to https://hall.example/events/7'],
  ],
  ['finds the window that shows its page', ['/about', '/events/7'], ['focus /events/7']],
])('a notification %s', async (_, open, expected) => {
  const { clients, steps } = windowsAt(...open);
  await openNotification(clients, pressed);
  expect(steps).toEqual(expected);
});

it('a device with a new address sends it to the site', async () => {
  const sent = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', sent);
  const renewed = {
    toJSON: () => ({ endpoint: 'https://example.org/push/2', keys: { p256dh: 'p', auth: 'a' } }),
  } as unknown as PushSubscription;
  const oldSubscription = { options: { userVisibleOnly: true } } as PushSubscription;
  const pushManager = { subscribe: async () => renewed } as unknown as PushManager;
  for (const news of [{ newSubscription: renewed }, { oldSubscription }, {}])
    await renewSubscription({ pushManager }, news);
  const body = '{"endpoint":"https://example.org/push/2","keys":{"p256dh":"p","auth":"a"}}';
  expect(sent.mock.calls.map(([address, options]) => [address, options?.body])).toEqual([
    ['/api/user/push-devices', body],
    ['/api/user/push-devices', body],
  ]);
});
