import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/support/axe.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { openOverlay, openSuggestions, overlays } from './support/overlays.ts';
import { expect, test } from './support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 768, 1280]) {
    const breadth = wideExcept(colorScheme === 'dark' && width === 320);
    test(`axe finds nothing: ${colorScheme}, ${width} px`, breadth, async ({ guide }) => {
      test.slow();
      await guide.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await guide.setViewportSize({ width, height: 800 });
      expect(await violationsOn(guide)).toEqual([]);
      // Opened parts have the same colours in each size.
      if (colorScheme === 'dark' && width !== 320) return;
      await openSuggestions(guide);
      expect(await violationsOn(guide, { part: '#combobox' }), 'suggestions').toEqual([]);
      for (const overlay of overlays) {
        await openOverlay(guide, overlay);
        // The page below looks the same in every size and theme.
        const whole = colorScheme === 'light' && width === 320;
        const found = await violationsOn(guide, whole ? {} : { part: overlay.within });
        expect(found, overlay.name).toEqual([]);
        await guide.keyboard.press('Escape');
      }
    });
  }
}

test.describe('targets', () => {
  const controls = 'a, button, input, select, textarea, [role=tab], [role=menuitem], [role=option]';

  /** Finds controls that are too small for a finger; a choice counts with its card or label. */
  const smallerThan = (page: Page, least: number, selector: string) =>
    page.locator(selector).evaluateAll((elements, size) => {
      const inText = (element: Element) =>
        getComputedStyle(element).display === 'inline' && element.closest('p') !== null;
      return elements
        .filter((element) => element.checkVisibility() && !inText(element))
        .map((element) => {
          const target = element.matches('[type=radio]') ? element.closest('label') : element;
          const { width, height } = (target ?? element).getBoundingClientRect();
          const cover = getComputedStyle(element, '::after');
          const stretched = cover.position === 'absolute' && cover.content !== 'none';
          return { name: element.outerHTML.slice(0, 120), width, height, stretched };
        })
        .filter(
          ({ width, height, stretched }) =>
            !stretched && Math.round(Math.min(width, height)) < size,
        );
    }, least);

  const ofMainActions = [
    '#buttons :is(a, button):not(.min-h-9)',
    '#busy a',
    '#fields :is(input, select, textarea)',
    '#choices [type=radio]',
    '#times input',
    '#combobox :is(input, [role=option])',
    '[role=tab]',
    '#menus button',
    '#tables tbody button',
  ].join();

  test('are 24 px at least, and 44 px for main actions', async ({ guide }) => {
    await guide.setViewportSize({ width: 320, height: 800 });
    await openSuggestions(guide);
    expect(await smallerThan(guide, 24, controls)).toEqual([]);
    expect(await smallerThan(guide, 44, ofMainActions)).toEqual([]);
    for (const overlay of overlays) {
      await openOverlay(guide, overlay);
      expect(await smallerThan(guide, 24, controls), overlay.name).toEqual([]);
      expect(await smallerThan(guide, 44, overlay.controls), overlay.name).toEqual([]);
      await guide.keyboard.press('Escape');
    }
  });
});

test('the focus is visible at every Tab stop', async ({ guide }) => {
  test.slow();
  await guide.setViewportSize({ width: 320, height: 640 });
  const seen = new Set<string>();
  for (let stop = 0; stop < 400; stop += 1) {
    await guide.keyboard.press('Tab');
    const focus = await guide.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const marked = element.matches('.outline-none') ? element.closest('label') : element;
      const { outlineStyle, outlineWidth } = getComputedStyle(marked ?? element);
      const after = getComputedStyle(element, '::after').outlineStyle;
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const top = document.elementFromPoint(x, y);
      const all = [...document.querySelectorAll('*')];
      return {
        place: String(all.indexOf(element)),
        html: element.outerHTML.slice(0, 120),
        obscured: top === null || !(element.contains(top) || top.contains(element)),
        ringed:
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || after !== 'none',
      };
    });
    // The parts of a date or time field are separate stops.
    if (focus === null) break;
    seen.add(focus.place);
    expect(focus, focus.html).toMatchObject({ obscured: false, ringed: true });
  }
  expect(seen.size).toBeGreaterThan(80);
});

test('with reduced motion nothing moves for more than 0.01 ms', wide, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const moving = () =>
    page.locator('*').evaluateAll((elements) => {
      const seconds = (list: string) =>
        Math.max(...list.split(',').map((one) => Number.parseFloat(one) || 0));
      return elements
        .flatMap((element) =>
          [null, '::before', '::after'].map((pseudo) => ({
            html: element.outerHTML.slice(0, 120),
            style: getComputedStyle(element, pseudo),
          })),
        )
        .filter(
          ({ style }) =>
            seconds(style.animationDuration) > 0.000_01 ||
            seconds(style.transitionDuration) > 0.000_01,
        )
        .map(({ html }) => html);
    });
  await openSuggestions(page);
  expect(await moving()).toEqual([]);
  for (const overlay of overlays) {
    await openOverlay(page, overlay);
    expect(await moving(), overlay.name).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test(
  'in the reader’s own colours every control still has an edge or a line',
  wide,
  async ({ guide }) => {
    await guide.emulateMedia({ forcedColors: 'active' });
    const edgeless = () =>
      guide
        .locator('button, input, select, textarea, [role=dialog], [role=menu], [role=listbox]')
        .evaluateAll((elements) => {
          const canvas = getComputedStyle(document.body).backgroundColor;
          const drawn = (style: CSSStyleDeclaration) =>
            style.borderBottomStyle !== 'none' &&
            Number.parseFloat(style.borderBottomWidth) > 0 &&
            style.borderBottomColor !== canvas;
          return elements
            .filter((element) => element.checkVisibility())
            .filter((element) => {
              const style = getComputedStyle(element);
              // An unselected tab is recognisable by its selected neighbour; a browser draws its
              // own boxes.
              const own =
                element.matches('[type=checkbox], [type=radio]') && style.appearance !== 'none';
              return !own && !drawn(style) && element.getAttribute('aria-selected') !== 'false';
            })
            .filter((element) => !element.querySelector('svg') && element.textContent === '')
            .map((element) => element.outerHTML.slice(0, 120));
        });
    await openSuggestions(guide);
    expect(await edgeless()).toEqual([]);
    for (const overlay of overlays) {
      await openOverlay(guide, overlay);
      expect(await edgeless(), overlay.name).toEqual([]);
      await guide.keyboard.press('Escape');
    }
    const chosen = guide.getByRole('tab', { selected: true });
    const other = guide.getByRole('tab', { selected: false }).first();
    const edge = (element: Element) => getComputedStyle(element).borderBottomColor;
    expect(await chosen.evaluate(edge)).not.toBe(await other.evaluate(edge));
  },
);

for (const { width, text } of [
  { width: 320, text: '100 %' },
  { width: 768, text: '100 %' },
  { width: 640, text: '200 %' },
]) {
  test(
    `nothing scrolls sideways: ${width} px, text at ${text}`,
    wideExcept(width === 320),
    async ({ guide }) => {
      await guide.emulateMedia({ reducedMotion: 'reduce' });
      await guide.setViewportSize({ width, height: 800 });
      await guide.addStyleTag({ content: `html { font-size: ${text} }` });
      const beyond = () => guide.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await beyond()).toBeLessThanOrEqual(0);
      for (const overlay of overlays) {
        const opened = await openOverlay(guide, overlay);
        expect(await beyond(), overlay.name).toBeLessThanOrEqual(0);
        // The sliding part is in place after its first frame, without motion too.
        const rightEdge = () => opened.evaluate((part) => part.getBoundingClientRect().right);
        await expect.poll(rightEdge, { message: overlay.name }).toBeLessThanOrEqual(width);
        await guide.keyboard.press('Escape');
      }
    },
  );
}
