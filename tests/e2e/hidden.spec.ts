import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext } from '@playwright/test';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { appealPath } from '#contract/safety/report-paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { read, send, siteAddress } from './support/api.ts';
import { expectToast, main, open } from './support/pages.ts';
import { confirmAddress, demoEmail, register, signIn } from './support/people.ts';
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

/** Creates an approved group with an upcoming event, as the user of `context`. */
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

/** Reports a subject as the admin, and finds its case. */
async function reported({ request }: BrowserContext, type: 'event' | 'group', id: number) {
  await send(request, 'POST /api/reports', {
    body: { subject: { type, id }, kind: 'spam', details: 'It is not what it says.' },
  });
  const query = { state: 'waiting' as const, type };
  const cases = await read(request, 'GET /api/admin/reports', { query });
  return cases.find(({ subject }) => subject.id === id);
}

/** Hides a subject, and returns where its author appeals. */
async function hide(admin: BrowserContext, type: 'event' | 'group', id: number) {
  const found = await reported(admin, type, id);
  await send(admin.request, 'PATCH /api/admin/reports/:id', {
    params: { id: found?.id ?? 0 },
    body: { decision: 'hide', reason },
  });
  return appealPath(found?.reference ?? '');
}

test.describe('an attendee of a hidden event', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('reads its name and that it is under review; the admin reads that before deciding', async ({
    page,
    browser,
    mailTo,
  }) => {
    const { email } = await register(page.context());
    await confirmAddress(page.context(), await mailTo(email, 'Confirm your email'));
    const admin = await adminOf(browser);
    const { request } = page.context();
    const { eventId, title } = await planned(page.context(), admin);
    await send(request, 'POST /api/events/:id/rsvps', {
      params: { id: eventId },
      body: { status: 'going' },
    });
    const desk = await admin.newPage();
    await open(desk, adminPaths.report((await reported(admin, 'event', eventId))?.id ?? 0));
    const notice = desk.getByText("We'll email 1 person going");
    await expect(notice).toHaveCount(0);
    await desk.getByRole('radio', { name: /^Hide the event/ }).check();
    await expect(notice).toContainText('that the event is under review, with its name and time');
    expect(await violationsOn(desk)).toEqual([]);
    await desk.getByLabel('Reason').fill(reason);
    await desk.getByRole('button', { name: 'Decide and tell both sides' }).click();
    await expectToast(desk, 'Decided', "We've told both sides.");
    const reviewEmail = await mailTo(email, `Under review: ${title}`);
    expect(reviewEmail.text).toContain('It has not been cancelled');
    await admin.close();
  });
});

test.describe('the author of a hidden subject', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('reads why on its page, in My Events and in My Groups, and can appeal there', async ({
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
      await expect(main(page).getByLabel('Your comment')).toHaveCount(0);
      expect(await violationsOn(page)).toEqual([]);
    }
    await way(title).click();
    await expect(page).toHaveURL(ofEvent);
    await expect(page.getByRole('button', { name: 'Send appeal' })).toBeVisible();

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
