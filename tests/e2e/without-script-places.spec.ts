import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wideExcept, wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { demoEvent } from './support/hosts.ts';
import { linkIn } from './support/mailbox.ts';
import { heading, main } from './support/pages.ts';
import { confirmAddress, register } from './support/people.ts';
import { join } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({
  javaScriptEnabled: false,
  viewport: { width: 390, height: 800 },
  expectedNoise: /script|\.js csp/i,
});

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });

const taking = (page: Page) => main(page).getByRole('group', { name: 'Your RSVP' });

test('a member brings guests, and reduces them later', wide, async ({ page, browser }) => {
  const { event } = await demoEvent(browser, { capacity: 10, guestsAllowed: 3 });
  await register(page.context());
  await join(page.request, event.groupId);
  await page.goto(paths.event(event.id));
  await taking(page).getByRole('spinbutton', { name: 'Bringing guests' }).fill('2');
  await taking(page).getByRole('button', { name: 'Attend Event' }).click();
  await expect(main(page)).toContainText("You've successfully RSVPed to this event");
  await expect(taking(page).getByRole('spinbutton', { name: 'Bringing guests' })).toHaveValue('2');
  await taking(page).getByRole('spinbutton', { name: 'Bringing guests' }).fill('1');
  await taking(page).getByRole('button', { name: 'Update guests' }).click();
  await expect(taking(page).getByRole('spinbutton', { name: 'Bringing guests' })).toHaveValue('1');
  const { rsvp } = await read(page.request, 'GET /api/events/:id', { params: { id: event.id } });
  expect(rsvp).toMatchObject({ status: 'going', guests: 1 });
});

test(
  'a member waits for a place, leaves the list, and accepts an offered place',
  wide,
  async ({ page, browser }) => {
    const { event, organiser } = await demoEvent(browser, {
      capacity: 1,
      guestsAllowed: 0,
      waitlistEnabled: true,
    });
    const params = { id: event.id };
    const take = (context: BrowserContext) =>
      send(context.request, 'POST /api/events/:id/rsvps', { params, body: { status: 'going' } });
    await take(organiser);
    await register(page.context());
    await join(page.request, event.groupId);
    await page.goto(paths.event(event.id));
    await taking(page)
      .getByRole('button', { name: /^Join (the )?waiting list$/i })
      .click();
    await expect(main(page)).toContainText('You are on the waiting list');
    await taking(page).getByRole('button', { name: 'Leave waiting list' }).click();
    await expect(main(page)).toContainText("You've left the waiting list");
    await taking(page)
      .getByRole('button', { name: /^Join (the )?waiting list$/i })
      .click();
    await send(organiser.request, 'DELETE /api/events/:id/rsvps', { params });
    await page.goto(paths.event(event.id));
    await taking(page).getByRole('button', { name: 'Accept place' }).click();
    await expect(main(page)).toContainText("You've successfully RSVPed to this event");
    await expect(taking(page).getByRole('button', { name: 'Cancel RSVP' })).toBeVisible();
  },
);

for (const { answer, press, words, after } of [
  {
    answer: 'takes',
    press: 'Accept place',
    words: 'Your place is confirmed',
    after: "You're going",
  },
  {
    answer: 'passes on',
    press: 'Pass it on',
    words: "You've passed your place on",
    after: 'This offer has ended',
  },
]) {
  test(
    `a member ${answer} an offered place by an email's link, without a session`,
    wideExcept(answer === 'takes'),
    async ({ page, browser, mailTo }) => {
      const { event, organiser } = await demoEvent(browser, { capacity: 1, waitlistEnabled: true });
      const params = { id: event.id };
      const body = { status: 'going' } as const;
      await send(organiser.request, 'POST /api/events/:id/rsvps', { params, body });
      const { email } = await register(page.context());
      await confirmAddress(page.context(), await mailTo(email, 'Confirm your email'));
      await join(page.request, event.groupId);
      await send(page.request, 'PUT /api/events/:id/waitlist', { params, body: {} });
      await send(organiser.request, 'DELETE /api/events/:id/rsvps', { params });
      const link = linkIn(await mailTo(email, 'A place is yours until'), '/offer');
      await page.context().clearCookies();
      await page.goto(link);
      await expect(heading(page)).toHaveText(/^A place is yours until/);
      await expect(main(page)).toContainText(event.title);
      await button(page, press).click();
      await expect(main(page).getByRole('status').first()).toContainText(words);
      await expect(heading(page)).toHaveText(after);
      await expect(button(page, press)).toHaveCount(0);
    },
  );
}
