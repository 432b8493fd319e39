import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { GuideName } from '#contract/base/guides.ts';
import { projectFile } from '#platform/process/files.ts';
import { about, uniqueName, venue } from './hosts.ts';
import { main } from './pages.ts';

export const banner = (page: Page) => page.getByRole('banner');
export const footer = (page: Page) => page.getByRole('contentinfo');
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
export const menu = (page: Page) => page.getByRole('menu');
export const openMenu = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name }).first().click();

/** Returns the labels that a guide names, in bold. */
function labelsIn(name: GuideName): string[] {
  const text = readFileSync(projectFile(`docs/guide/${name}.md`), 'utf8');
  const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)];
  return [...new Set(bold.map(([, label = '']) => label.replace(/\s+/g, ' ')))];
}

/** Matches a label with what may follow it: a name, a count or '(optional)'. */
const startingWith = (label: string) =>
  new RegExp(String.raw`^\s*${label.replace(/[.*+?()]/g, String.raw`\$&`)}(?![a-z])`);

/** Finds a label's words on the screen. */
function labelled(place: Locator, label: string): Locator {
  const start = startingWith(label);
  return place
    .getByText(label, { exact: true })
    .or(place.getByRole('tab', { name: start }))
    .or(place.getByRole('group', { name: start }))
    .or(place.locator('label, legend, button, summary, a').filter({ hasText: start }))
    .filter({ visible: true })
    .first();
}

/** The steps of a guide. A label is looked for in the page's main part, or in the place given. */
export interface GuideSteps {
  sees: (labels: string | readonly string[], place?: Locator) => Promise<void>;
  presses: (label: string, place?: Locator) => Promise<void>;
  fills: (label: string, text: string, place?: Locator) => Promise<void>;
}

/** Follows a guide, and fails if it names a label that was not met on the way. */
export async function followGuide(
  page: Page,
  name: GuideName,
  steps: (guide: GuideSteps) => Promise<void>,
): Promise<void> {
  const labels = labelsIn(name);
  const met = new Set<string>();
  const meet = async (label: string, place: Locator) => {
    expect(labels, `the labels that docs/guide/${name}.md names`).toContain(label);
    const found = labelled(place, label);
    await expect(found, `'${label}' of docs/guide/${name}.md`).toBeVisible();
    met.add(label);
    return found;
  };
  await steps({
    sees: async (given, place = main(page)) => {
      for (const label of [given].flat()) await meet(label, place);
    },
    presses: async (label, place = main(page)) => (await meet(label, place)).click(),
    fills: async (label, text, place = main(page)) => {
      await meet(label, place);
      await place.getByLabel(startingWith(label)).first().fill(text);
    },
  });
  const missed = labels.filter((label) => !met.has(label));
  expect(missed, `labels of docs/guide/${name}.md that no screen has shown`).toEqual([]);
}

/** Fills in the form of a group, with the labels that the guide names. */
export async function fillInGroup(page: Page, guide: GuideSteps): Promise<void> {
  await guide.fills('Group name', uniqueName('Clun Valley Riders'));
  await guide.fills('Description', about);
  await page.getByLabel('Group type').selectOption('outdoorsAdventure');
  await page.getByRole('radio', { name: 'Free' }).check();
}

export async function fillInEvent(page: Page, guide: GuideSteps, day: string): Promise<void> {
  await guide.fills('Event title', uniqueName('Out to the ford'));
  await guide.fills('Description', about);
  await guide.fills('Location', venue);
  await page.getByLabel('Start time: day').fill(day);
  await page.getByLabel('Start time: time').fill('10:00');
}
