import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import { appealPath } from '../../contract/report-paths.ts';
import { violationsOn } from '../support/axe.ts';
import { read, send, siteAddress } from './support/api.ts';
import { main, open } from './support/pages.ts';
import { demoEmail, register, signIn } from './support/people.ts';
import { review } from './support/reviewing.ts';
import { expect, test } from './support/test.ts';

const about = 'Paper, willow and candles, every other Tuesday in the library of the old school.';
const reason = 'It asks people for their card numbers.';

async function adminOf(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: siteAddress(),
    storageState: { cookies: [], origins: [] },
    viewport: { width: 390, height: 844 },
  });
  await signIn(context, demoEmail('admin'));
  return context;
}

/** An approved group of whoever `context` is, with an event to come. */
async function planned({ request }: BrowserContext, admin: BrowserContext) {
  const name = `Lantern Makers ${randomUUID().slice(0, 8)}`;
  const title = `Lanterns ${randomUUID().slice(0, 8)}`;
  await send(request, 'POST /api/groups', {
    body: {
      name,
      description: about,
      groupType: 'artsCreative',
      chargeForEvents: 'free',
      imageUrl: '',
    },
  });
  const mine = await read(request, 'GET /api/user/groups');
  const groupId = mine.find((group) => group.name === name)?.id ?? 0;
  await review(admin, groupId, { status: 'approved' });
  await send(request, 'POST /api/events', {
    body: {
      title,
      description: about,
      imageUrl: '',
      location: 'The old school, Keswick',
      categoryId: 5,
      groupId,
      startTime: '2031-06-14T18:00:00Z',
      endTime: '2031-06-14T20:00:00Z',
    },
  });
  const params = { groupId: String(groupId) };
  const [event] = await read(request, 'GET /api/events/group/:groupId', { params });
  return { groupId, name, eventId: event?.id ?? 0, title };
}

/** Reports something as the admin, and hides it. */
async function hide({ request }: BrowserContext, type: 'event' | 'group', id: number) {
  await send(request, 'POST /api/reports', {
    body: { subject: { type, id }, kind: 'spam', details: 'It is not what it says.' },
  });
  const query = { state: 'waiting' as const, type };
  const cases = await read(request, 'GET /api/admin/reports', { query });
  const found = cases.find(({ subject }) => subject.id === id);
  await send(request, 'PATCH /api/admin/reports/:id', {
    params: { id: found?.id ?? 0 },
    body: { decision: 'hide', reason },
  });
  return appealPath(found?.reference ?? '');
}

test.describe('whose thing is hidden', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('reads why on its page, in My Events and in My Groups, and finds the appeal there', async ({
    page,
    browser,
  }) => {
    await register(page.context());
    const admin = await adminOf(browser);
    const { groupId, name, eventId, title } = await planned(page.context(), admin);
    const way = (what: string) => main(page).getByRole('link', { name: `Appeal: ${what}` });

    const ofEvent = await hide(admin, 'event', eventId);
    for (const path of [paths.event(eventId), paths.myEvents]) {
      await open(page, path);
      await expect(main(page)).toContainText(`Reason: ${reason}`);
      await expect(way(title)).toHaveAttribute('href', ofEvent);
      expect(await violationsOn(page)).toEqual([]);
    }
    await way(title).click();
    await expect(page).toHaveURL(ofEvent);
    await expect(page.getByRole('button', { name: 'Send Appeal' })).toBeVisible();

    const ofGroup = await hide(admin, 'group', groupId);
    for (const path of [paths.group(groupId), paths.myGroups]) {
      await open(page, path);
      await expect(main(page)).toContainText(`Reason: ${reason}`);
      await expect(way(name)).toHaveAttribute('href', ofGroup);
      expect(await violationsOn(page)).toEqual([]);
    }
    await admin.close();
  });
});
