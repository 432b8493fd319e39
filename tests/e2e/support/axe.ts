import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules whose verdict differs from one theme to the other. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** A selector; the whole page where there is none. */
  part?: string;
  /** Only what may be wrong in one theme and right in the other. */
  colourOnly?: boolean;
}

/** What axe finds wrong with the page as it is, or with a part of it. */
export async function violationsOn(page: Page, scope: Scope = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (scope.part) axe.include(scope.part);
  if (scope.colourOnly) axe.withRules(rulesOfColour);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
