import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { violationsOn } from '#tests/support/axe.ts';

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path);
  await waitForHydration(page);
  return response;
}

/** Scripts that load on demand: the page works without them, or tests never press there first. */
const later =
  'footer, [data-more-filters], [data-getting-in], [aria-label="Quick filters"] li, [aria-label=View], details li, a:has(+ img[hidden]), [aria-label^="Share "], [data-embed], [data-subscribe], [href^="/report/"], section[aria-labelledby=next-event], section[aria-labelledby=comments] > div:not([role])';

/** Waits until React has hydrated every control on the page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction((waiting) => {
    const parts = [
      ...document.querySelectorAll('#root :is(h1, a, button, input, select, textarea)'),
    ].filter((part) => !part.closest(waiting));
    const taken = (part: Element) =>
      Object.keys(part).some((key) => key.startsWith('__reactProps'));
    return document.querySelector('main h1') !== null && parts.every(taken);
  }, later);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitForHydration(page);
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const main = (page: Page) => page.getByRole('main');

/** Finds the toast; the page shows one at a time. */
export const toast = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).locator('li');

export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible();
  if (description !== undefined) {
    await expect(toast(page).getByText(description, { exact: true })).toBeVisible();
  }
}

/** Reads the number in '12 attendees' or '1 member'. */
export async function countIn(place: Locator, noun: 'attendee' | 'member'): Promise<number> {
  const text =
    (await place
      .getByText(new RegExp(`^\\d+ ${noun}s?$`))
      .first()
      .textContent()) ?? '';
  return Number.parseInt(text, 10);
}

export const countText = (count: number, noun: 'attendee' | 'member') =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Delays every answer to calls of this kind until the test releases them. */
export async function delayAnswers(page: Page, url: RegExp, method = 'GET'): Promise<() => void> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await promise;
    await route.continue();
  });
  return release;
}

/** Expects that axe finds no problem on the page, in the light and in the dark. */
export async function expectNothingForAxe(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page), colorScheme).toEqual([]);
  }
}
