import type { Page } from '@playwright/test';

/** Waits for the page's display font, so that pictures look the same on a busy machine. */
export const waitForDisplayFont = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.load('700 16px "Bricolage Grotesque Variable"');
    await document.fonts.ready;
  });
