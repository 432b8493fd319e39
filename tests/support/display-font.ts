import type { Page } from '@playwright/test';

/**
 * Has the page shown in its own display face: it does without where that came after the first paint, and a
 * picture of it is to look the same on a machine that is busy.
 */
export const showOwnFace = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const faces = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(
        ({ style }) =>
          (name: string) =>
            style.getPropertyValue(name),
      )
      .filter((read) => read('font-display') === 'optional')
      .map((read) => {
        const weight = read('font-weight');
        return new FontFace(read('font-family').replaceAll('"', ''), read('src'), { weight });
      });
    for (const face of faces) document.fonts.add(await face.load());
    await document.fonts.ready;
  });
