import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Worker } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { followGuide } from './support/guide.ts';
import { newMember } from './support/hosts.ts';
import { startSite } from './support/own-site.ts';
import { expectNothingForAxe, expectToast, main, open } from './support/pages.ts';
import { demoEmail, password } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });

/** A browser without a screen blocks notifications, and has no push service of its own. */
function allowPushes(endpoint: string): void {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  const keys = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  PushManager.prototype.subscribe = async () =>
    ({ toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription;
}

test('notifications are turned on by a press, tried, and removed', async ({ page }) => {
  let received = 0;
  const service = createServer((_, answer) => {
    received += 1;
    answer.writeHead(201).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  const site = await startSite({ DEMO: 'true', PUSH_HOSTS: host });
  await page.request.post(`${site.url}/api/login`, {
    headers: { origin: site.url },
    data: { email: demoEmail('member'), password },
  });
  await page.addInitScript(allowPushes, `http://${host}/device`);
  await open(page, site.url + paths.myEvents);
  const phone = main(page).getByRole('group', { name: 'Urgent news' });
  await followGuide(page, 'on-your-phone', async (guide) => {
    await guide.sees('My Events');
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.soft(button(page, 'Not now')).toBeInViewport({ ratio: 1 });
    await open(page, site.url + paths.settings);
    await expect(phone).toHaveCount(0);
    await guide.sees('Email and notifications');
    await guide.presses('Turn on notifications');
    await expectToast(page, 'Notifications are on');
    await guide.sees(['Email', 'Phone', 'This device', 'Keep my events on this device']);
    await expect(phone.getByLabel('Phone')).toBeChecked();
    await expect(phone.getByLabel('Email')).toBeDisabled();
    await expect.soft(main(page)).toContainText('on your phone two hours before');
    await expectNothingForAxe(page);

    await guide.presses('Send a test');
    await expectToast(page, 'A test is on its way');
    await expect.poll(() => received).toBe(1);

    await guide.presses('Remove');
    await expect(button(page, 'Turn on notifications')).toBeVisible();
    await expect(phone).toHaveCount(0);
  });
  await page.close();
  await site.stop();
  service.close();
});

test('a browser without push says so, and keeps the choices of emails', async ({ browser }) => {
  const { context } = await newMember(browser, 'Robin');
  const page = await context.newPage();
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'PushManager'));
  await open(page, paths.settings);
  await expect(main(page)).toContainText('This browser can’t get notifications.');
  await expect(button(page, 'Turn on notifications')).toHaveCount(0);
  await expect(main(page).getByLabel('Reminders')).toBeChecked();
});

/** Returns the service worker, which records notifications instead of showing them. */
async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  const started = context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  const worker = await started;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      shown: unknown[];
      registration: ServiceWorkerRegistration;
    };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options });
  });
  return worker;
}

test('a push is shown as it was sent, and one that can’t be read says that there is news', async ({
  page,
}) => {
  await open(page, paths.about);
  const worker = await workerOf(page);
  const news = { title: 'Cancelled: Pub quiz', body: 'Tonight', path: '/groups', tag: 'event:1' };
  const shown = await worker.evaluate((sent) => {
    const scope = globalThis as unknown as { shown: unknown[]; PushEvent: typeof Event };
    for (const data of [JSON.stringify(sent), 'no news at all'])
      dispatchEvent(new scope.PushEvent('push', { data } as EventInit));
    return scope.shown;
  }, news);
  expect(shown).toEqual([
    expect.objectContaining({ title: news.title, body: news.body, tag: news.tag, data: news.path }),
    expect.objectContaining({ title: 'There is news for you', data: paths.myEvents }),
  ]);
});
