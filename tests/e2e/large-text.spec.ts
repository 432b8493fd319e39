import type { Page } from '@playwright/test';
import { helpPath, paths } from '#contract/platform/paths.ts';
import { attendancePath, doorPath } from '#web/features/events/events/event-paths.ts';
import { wideExcept } from '#tests/support/breadth.ts';
import { newEvent, newMember } from './support/hosts.ts';
import { open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Doubles the text, as a phone's own setting does. */
const doubleText = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));

/** Lists what reaches beyond the right edge, if the page scrolls sideways. */
const sidewaysOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
      .map((each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`);
  });

for (const width of [390, 320])
  test.describe(`with text twice as large, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test(
      'nothing scrolls sideways, and an event’s bar is one button',
      wideExcept(width === 320),
      async ({ page, browser }) => {
        const { context: organiser } = await newMember(browser, 'Sam');
        const { id, group } = await newEvent(organiser, browser, {
          openTo: 'anyone',
          capacity: 12,
          guestsAllowed: 2,
        });
        const pages = [paths.home, paths.events, paths.groups, paths.group(group.id)];
        for (const path of [...pages, helpPath, '/signup', paths.event(id)]) {
          await open(page, path);
          await doubleText(page);
          expect.soft(await sidewaysOn(page), path).toEqual([]);
        }
        const bar = page.locator('[data-foot]').locator('a, button').filter({ visible: true });
        await expect(bar).toHaveText(['Come along']);
        const own = await organiser.newPage();
        await own.setViewportSize({ width, height: 844 });
        const theirs = [paths.event(id), paths.createEvent, paths.myEvents, paths.settings];
        for (const path of [...theirs, doorPath(id), attendancePath(group.id)]) {
          await open(own, path);
          await doubleText(own);
          expect.soft(await sidewaysOn(own), path).toEqual([]);
        }
      },
    );
  });
