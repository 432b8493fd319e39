import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { waitForHydration, heading, main, open } from './support/pages.ts';
import { linkIn } from './support/mailbox.ts';
import { fillProfile, fillSignUp, newEmail } from './support/people.ts';
import { eventIn, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

/** The most screens between a shared link and 'Going'. */
const mostScreens = 7;
const mostTaps = 7;

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

/** Counts the screens somebody sees and the taps they make; typing counts as neither. */
function counting(page: Page) {
  const screens: string[] = [];
  let taps = 0;
  return {
    screens,
    taps: () => taps,
    seen: async (name: string) => {
      await waitForHydration(page);
      screens.push(name);
    },
    /** Counts the tap for the age, which filling the form makes. */
    ticked: () => (taps += 1),
    tap: async (control: Locator) => {
      await control.filter({ visible: true }).tap();
      taps += 1;
    },
  };
}

test('a newcomer gets from a shared link to Going by seven screens and seven taps, and back to the event', async ({
  page,
  mailTo,
}) => {
  const event = await eventIn(page.request, places.newcomer);
  const { screens, taps, seen, ticked, tap } = counting(page);
  const link = (name: string) => page.getByRole('link', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const email = newEmail();

  await test.step('the event says beforehand what an RSVP asks for', async () => {
    await open(page, paths.event(event.id));
    await seen('event');
    await expect(
      page
        .getByText("You'll sign up, complete your profile and join the group.")
        .filter({ visible: true }),
    ).toBeVisible();
    await tap(link('Sign Up to Attend'));
  });

  await test.step('signing up, donating nothing, completing the profile', async () => {
    await expect(page).toHaveURL(/\/auth-page/);
    await seen('sign up');
    await fillSignUp(page, { email });
    ticked();
    await tap(main(page).getByRole('button', { name: 'Sign Up', exact: true }));
    await expect(page).toHaveURL(/\/support\?new=true/);
    await seen('support');
    await tap(link('Continue'));
    await expect(page).toHaveURL(/\/complete-profile/);
    await seen('profile');
    await fillProfile(page);
    await tap(button('Complete Profile & Join Community'));
  });

  await test.step('back at the event, and on to its group', async () => {
    await expect(page).toHaveURL(paths.event(event.id));
    await seen('event again');
    await tap(link('Join Group to Attend'));
    await expect(page).toHaveURL(paths.group(event.groupId));
    await seen('group');
    const both = button(`Join and attend: ${event.title}`);
    await expect(both).toBeInViewport();
    await expect(page.getByRole('button', { name: /^Join (Group|and attend)/ }).first()).toHaveText(
      'Join and attend',
    );
    await tap(both);
  });

  await test.step('back at the event, going', async () => {
    await expect(page).toHaveURL(paths.event(event.id));
    await expect(heading(page)).toHaveText(event.title);
    await expect(button('Going ✓')).toBeVisible();
    await seen('event, going');
  });

  expect(screens).toHaveLength(mostScreens);
  expect(taps()).toBe(mostTaps);

  await test.step('the email that confirms the address leads back to the event', async () => {
    const mail = await mailTo(email, 'Confirm your email address');
    await open(page, linkIn(mail, paths.confirmEmail));
    await page.getByRole('button', { name: 'Confirm my email address' }).tap();
    await expect(heading(page)).toHaveText('Your email address is confirmed');
    await page.getByRole('link', { name: 'Continue' }).tap();
    await expect(heading(page)).toHaveText(event.title);
  });
});

test('a link to the group that names the event survives signing up', wide, async ({ page }) => {
  const event = await eventIn(page.request, places.newcomer);
  await open(page, paths.groupToAttend(event.groupId, event.id));
  await page.getByRole('link', { name: 'Sign in to Join' }).tap();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await waitForHydration(page);
  await fillSignUp(page);
  await main(page).getByRole('button', { name: 'Sign Up', exact: true }).tap();
  await page.getByRole('link', { name: 'Continue' }).tap();
  // The profile can wait; the group shows what an RSVP needs before refusing it.
  await open(page, paths.groupToAttend(event.groupId, event.id));
  await page.getByRole('button', { name: `Join and attend: ${event.title}` }).tap();
  const next = page.getByRole('region', { name: "You're in. Next, complete your profile" });
  await expect(next).toBeFocused();
  await expect(next).toContainText(`then you can attend ${event.title}`);
  await next.getByRole('link', { name: 'Complete your profile' }).tap();
  await fillProfile(page);
  await page.getByRole('button', { name: 'Complete Profile & Join Community' }).tap();
  await expect(page).toHaveURL(paths.groupToAttend(event.groupId, event.id));
  const offer = page.getByRole('region', { name: `You're in. Attend ${event.title}` });
  await offer.getByRole('button', { name: 'Attend Event' }).tap();
  await expect(page.getByRole('button', { name: 'Going ✓' })).toBeVisible();
});
