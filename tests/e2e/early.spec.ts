import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { waitForHydration, heading, delayAnswers, main, open } from './support/pages.ts';
import { groupNamed, join, places } from './support/places.ts';
import { demoEmail, password, register, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Opens a page whose scripts are delayed; the returned function releases them. */
async function openEarly(page: Page, path: string): Promise<() => void> {
  const release = await delayAnswers(page, /\/assets\/.*\.js/);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(heading(page)).toBeVisible();
  return release;
}

test.describe('before the page’s script has loaded', () => {
  test('typed log-in details are sent by the form itself', wide, async ({ page }) => {
    const { email } = await register(page.context());
    await page.context().clearCookies();
    const release = await openEarly(page, `${paths.auth}?tab=login`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(paths.events);
    await expect(main(page)).toContainText('Welcome back!');
    release();
    await waitForHydration(page);
    await expect(main(page)).toContainText('Welcome back!');
  });

  test('typed text stays, and is validated as usual', async ({ page }) => {
    const release = await openEarly(page, `${paths.auth}?tab=register`);
    const [name, email] = [
      page.getByLabel('First Name'),
      page.getByLabel('Email', { exact: true }),
    ];
    await name.fill('Morwenna');
    await email.fill('morwenna@example.org');
    release();
    const send = main(page).getByRole('button', { name: 'Sign Up', exact: true });
    await send.click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid');
    await expect(name).toHaveValue('Morwenna');
    await expect(email).toHaveValue('morwenna@example.org');
    await expect(email).not.toHaveAttribute('aria-invalid');
  });

  test("a part's typed text, choices and ticks stay", wide, async ({ page }) => {
    await signIn(page.context(), demoEmail('admin'));
    const release = await openEarly(page, paths.adminTab('settings'));
    const form = main(page).locator('form').filter({ hasText: 'Save settings' });
    const tick = form.getByRole('checkbox').first();
    const choice = form.getByRole('radio', { checked: false }).first();
    const name = form.getByRole('textbox').first();
    const ticked = await tick.isChecked();
    await tick.setChecked(!ticked);
    const chosen = await choice.elementHandle();
    await choice.check();
    await name.fill('The Other Hall');
    release();
    await waitForHydration(page);
    await expect(name).toHaveValue('The Other Hall');
    expect(await tick.isChecked()).toBe(!ticked);
    expect(await chosen?.isChecked()).toBe(true);
  });

  test('a press on Join is sent by the form itself', async ({ page }) => {
    await register(page.context());
    const group = await groupNamed(page.request, places.membershipByCard);
    const release = await openEarly(page, paths.group(group.id));
    await main(page).getByRole('button', { name: 'Join Group' }).first().click();
    await expect(main(page)).toContainText("You've joined the group! Welcome.");
    release();
    await expect(main(page).getByRole('button', { name: 'Leave Group' }).first()).toBeEnabled();
  });

  test('a press on a button with a question is kept, and asks once', async ({ page }) => {
    await register(page.context());
    const group = await groupNamed(page.request, places.membershipByCard);
    await join(page.request, group.id);
    const release = await openEarly(page, paths.group(group.id));
    const leave = main(page).getByRole('button', { name: 'Leave Group' }).first();
    await leave.click();
    await leave.click();
    release();
    await expect(page.getByRole('alertdialog')).toHaveCount(1);
  });

  test('a search uses the form’s address', async ({ page }) => {
    await openEarly(page, paths.events);
    await page.getByPlaceholder('Walks, choirs, chess').fill('walk');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/events\?.*q=walk/);
  });
});

test.describe('a press during navigation', () => {
  /** Navigates, and moves the pointer to a link of the new page while the old one fades. */
  async function pointDuring(page: Page): Promise<void> {
    await open(page, paths.events);
    const slowly =
      '::view-transition-group(*), ::view-transition-new(*) { animation-duration: 60s !important }';
    await page.evaluate(async (rules) => {
      document.adoptedStyleSheets.push(await new CSSStyleSheet().replace(rules));
    }, slowly);
    await page.getByRole('link', { name: 'Discover Groups', exact: true }).first().click();
    await expect(heading(page)).toHaveText('Discover Groups');
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .some(
          ({ effect }) =>
            effect instanceof KeyframeEffect &&
            effect.pseudoElement?.startsWith('::view-transition'),
        ),
    );
    const link = page.getByRole('link', { name: 'About Us', exact: true }).first();
    const box = await link.boundingBox();
    if (!box) throw new Error('the link is not shown');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  }

  test('still counts', async ({ page }) => {
    await pointDuring(page);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page).toHaveURL('/about');
  });

  test('still counts if the navigation ends before the press does', wide, async ({ page }) => {
    await pointDuring(page);
    await page.mouse.down();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await page.waitForFunction(() => !document.querySelector(':root:active-view-transition'));
    await page.mouse.up();
    await expect(page).toHaveURL('/about');
  });
});
