import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { demoAdmin, newEvent, uniqueName } from './support/hosts.ts';
import { expectToast, main, open } from './support/pages.ts';
import { confirmAddress, register } from './support/people.ts';
import { attend } from './support/places.ts';
import { hide, reportSubject } from './support/reviewing.ts';
import { expect, test } from './support/test.ts';

const reason = 'It asks people for their card numbers.';

test.describe('an attendee of a hidden event', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'reads its name and that it is under review; the admin is warned of that before deciding',
    wide,
    async ({ page, browser, mailTo }) => {
      const { email } = await register(page.context());
      await confirmAddress(page.context(), await mailTo(email, 'Confirm your email'));
      const admin = await demoAdmin(browser);
      const title = uniqueName('Lanterns');
      const { id: eventId } = await newEvent(page.context(), browser, { title });
      await attend(page.request, eventId);
      const desk = await admin.newPage();
      await open(desk, adminPaths.report((await reportSubject(admin, 'event', eventId))?.id ?? 0));
      const notice = desk.getByText("We'll email 1 person going");
      await expect(notice).toHaveCount(0);
      await desk.getByRole('radio', { name: /^Hide the event/ }).check();
      await expect(notice).toContainText('that the event is under review, with its name and time');
      expect(await violationsOn(desk)).toEqual([]);
      await desk.getByRole('textbox', { name: 'Reason' }).fill(reason);
      await desk.getByRole('button', { name: 'Decide and tell both sides' }).click();
      await expectToast(desk, 'Decided', "We've told both sides.");
      const reviewEmail = await mailTo(email, `Under review: ${title}`);
      expect(reviewEmail.text).toContain('It has not been cancelled');
    },
  );
});

test.describe('the author of a hidden subject', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('reads why on its page, in My Events and in My Groups, and can appeal there', async ({
    page,
    browser,
  }) => {
    await register(page.context());
    const admin = await demoAdmin(browser);
    const title = uniqueName('Lanterns');
    const { group, id: eventId } = await newEvent(page.context(), browser, { title });
    const way = (what: string) => main(page).getByRole('link', { name: `Appeal: ${what}` });

    const ofEvent = await hide(admin, 'event', eventId, reason);
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

    const ofGroup = await hide(admin, 'group', group.id, reason);
    for (const path of [paths.group(group.id), paths.myGroups]) {
      await open(page, path);
      await expect(main(page)).toContainText(`Reason: ${reason}`);
      await expect(way(group.name)).toHaveAttribute('href', ofGroup);
      expect(await violationsOn(page)).toEqual([]);
    }
  });
});
