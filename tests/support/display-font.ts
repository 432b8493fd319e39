import type { Page } from '@playwright/test';

/**
 * Waits for the page's display font, so that pictures look the same on a busy machine. A page whose
 * font comes late would keep its stand-in, so it is given the font anew.
 */
export const waitForDisplayFont = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]');
    const given = [...document.fonts].find(({ display }) => display === 'optional');
    if (link && given) {
      const { family, weight, unicodeRange } = given;
      const face = new FontFace(family, `url(${link.href})`, { weight, unicodeRange });
      document.fonts.add(await face.load());
    }
    await document.fonts.load('700 16px "Bricolage Grotesque Variable"');
    await document.fonts.ready;
  });
