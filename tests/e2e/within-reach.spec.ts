import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wideExcept } from '#tests/support/breadth.ts';
import { open } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, eventIn, join, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

// The smallest phone, and a larger one: their bars cover different content.
const heights = [480, 568, 640, 720, 800];

/** The viewers to whom the bar shows different text, and how they get there. */
const viewers: Record<string, (page: Page) => Promise<unknown>> = {
  'a visitor': async () => {},
  'a newcomer without a profile': (page) => register(page.context(), { complete: false }),
  'a stranger to the group': (page) => register(page.context()),
  'somebody who goes': async (page) => {
    await register(page.context());
    const { id, groupId } = await eventIn(page.request, places.rsvp);
    await join(page.request, groupId);
    await attend(page.request, id);
  },
};

/** Returns how much of the focused element the bar covers, in pixels. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const bar = document.querySelector('[data-foot]');
    if (!focused || !bar || bar.contains(focused) || focused === document.body) return 0;
    const [part, over] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
    return Math.max(0, Math.min(part.bottom, over.bottom) - Math.max(part.top, over.top));
  });

for (const [viewer, become] of Object.entries(viewers)) {
  const breadth = wideExcept(viewer === 'somebody who goes');

  test(
    `at 320 px the RSVP bar leaves room for the rest of an event: ${viewer}`,
    breadth,
    async ({ page }) => {
      await become(page);
      const { id } = await eventIn(page.request, places.rsvp);
      for (const height of heights) {
        await page.setViewportSize({ width: 320, height });
        await open(page, paths.event(id));
        const found = await violationsOn(page);
        expect(found, `${height} px high`).toEqual([]);
        const bar = await page.locator('[data-foot]').boundingBox();
        if (height > 480) expect(bar?.height, 'less than a fifth').toBeLessThan(height / 5);
      }
    },
  );

  test(`the bar never covers the focused element: ${viewer}`, breadth, async ({ page }) => {
    await become(page);
    const { id } = await eventIn(page.request, places.rsvp);
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, paths.event(id));
    const covered: string[] = [];
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab');
      const under = await hidden(page);
      if (under > 0) {
        const what = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
        covered.push(`${under} px of ${what}`);
      }
    }
    expect(covered).toEqual([]);
  });
}
