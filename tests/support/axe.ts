import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The script injected into pages: less than half as long as `axe.source`. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules whose verdict can differ between themes. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** A selector; the whole page by default. */
  part?: string;
  /** Limits the check to rules that depend on the theme. */
  colourOnly?: boolean;
}

/** The longest entry or exit animation, in milliseconds; a longer animation is content. */
const briefly = 1_000;

/** Waits for entry animations to end: a half-faded text has less contrast than it will have. */
async function stillness(page: Page) {
  await page.evaluate(async (limit) => {
    const brief = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= limit);
    await Promise.allSettled(brief.map(({ finished }) => finished));
  }, briefly);
}

/**
 * Returns axe's findings on the page, or on a part of it. The script is injected once a page, as
 * most pages are checked in several sizes and themes.
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
      const options = {
        resultTypes: ['violations' as const],
        // Axe runs this rule only where it is asked for: a name contains the words one sees.
        rules: { 'label-content-name-mismatch': { enabled: true } },
        ...(rules && { runOnly: rules }),
      };
      const { violations } = await inPage.run(context ?? document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    { context: part, rules: colourOnly ? rulesOfColour : undefined },
  );
}
