import type { Page } from '@playwright/test';

/**
 * Waits for the page's display font, so that pictures look the same on a busy machine. A page whose
 * font comes late would keep its stand-in, so it is given the font anew.
 */
export const waitForDisplayFont = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) {
        if (!(rule instanceof CSSFontFaceRule)) continue;
        const told = (name: string) => rule.style.getPropertyValue(name);
        if (told('font-display') !== 'optional') continue;
        const more = { weight: told('font-weight'), unicodeRange: told('unicode-range') };
        const family = told('font-family').replaceAll('"', '');
        document.fonts.add(await new FontFace(family, told('src'), more).load());
      }
    }
    await document.fonts.load('700 16px "Bricolage Grotesque Variable"');
    await document.fonts.ready;
  });
