import type { Page } from '@playwright/test';

/** Waits until the page is shown in its own display face: a picture of it is to look the same on a busy machine. */
export const showDisplayFont = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.load('700 16px "Bricolage Grotesque Variable"');
    await document.fonts.ready;
  });
