import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** What every page is given anew: less than half as long as `axe.source`. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules whose verdict differs from one theme to the other. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** A selector; the whole page where there is none. */
  part?: string;
  /** Only what may be wrong in one theme and right in the other. */
  colourOnly?: boolean;
}

/** The longest movement in which something comes or goes, in milliseconds; what moves for longer is there to be looked at. */
const briefly = 1_000;

/** Waits until what rises or fades in has come: half faded, a text has less contrast than it will have. */
async function stillness(page: Page) {
  await page.evaluate(async (limit) => {
    const brief = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= limit);
    await Promise.allSettled(brief.map(({ finished }) => finished));
  }, briefly);
}

/**
 * What axe finds wrong with the page as it is, or with a part of it. Its script is put into a page once, as most
 * pages are looked at in several sizes and themes.
 */
export async function violationsOn(
  page: Page,
  { part, colourOnly }: Scope = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  await stillness(page);
  return page.evaluate(
    async ({ context, rules }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) };
      const { violations } = await inPage.run(context ?? document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    { context: part, rules: colourOnly ? rulesOfColour : undefined },
  );
}
