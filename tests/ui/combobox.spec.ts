import type { Page } from '@playwright/test';
import { expect, part, test } from './support/test.ts';

const answerTime = 200;

const town = (page: Page) => {
  const place = part(page, 'combobox');
  return {
    field: place.getByRole('combobox', { name: 'City or Town' }),
    asked: place.getByLabel('Asked for'),
    options: place.getByRole('option'),
    marked: place.getByRole('option', { selected: true }),
    status: place.locator('[role=status]'),
  };
};

/** Types and waits for the suggestions. */
async function suggest(page: Page, text: string): Promise<void> {
  const { field } = town(page);
  await field.focus();
  await page.keyboard.type(text);
  await page.clock.runFor(300 + answerTime);
}

test('a combobox requests at three characters and not before, 300 ms after the last', async ({
  frozen,
}) => {
  const { field, asked } = town(frozen);
  await field.focus();
  await frozen.keyboard.type('Ne');
  await frozen.clock.runFor(2000);
  await expect(asked).toHaveText('nothing yet');

  await frozen.keyboard.type('w');
  await frozen.clock.runFor(200);
  await frozen.keyboard.type('p');
  await frozen.clock.runFor(299);
  await expect(asked).toHaveText('nothing yet');
  await frozen.clock.runFor(1);
  await expect(asked).toHaveText('Newp');
});

test('a combobox requests nothing for blanks, nor for text shortened again', async ({ frozen }) => {
  const { field, asked } = town(frozen);
  await field.fill('  N  ');
  await frozen.clock.runFor(1000);
  await field.fill('New');
  await frozen.clock.runFor(100);
  await field.fill('Ne');
  await frozen.clock.runFor(1000);
  await expect(asked).toHaveText('nothing yet');
});

test('a combobox offers six at most and announces how many', async ({ frozen }) => {
  const { field, options, status } = town(frozen);
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await suggest(frozen, 'new');
  await expect(options).toHaveCount(6);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(status).toHaveText('6 suggestions, arrow keys to choose');
});

test('a combobox announces that nothing matches', async ({ frozen }) => {
  const { field, options, status } = town(frozen);
  await suggest(frozen, 'Xyz');
  await expect(options).toHaveCount(0);
  await expect(status).toHaveText('No matches');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
});

test('the arrows go round both ways and the field names the marked option', async ({ frozen }) => {
  const { field, options, marked } = town(frozen);
  await suggest(frozen, 'new');
  await expect(marked).toHaveCount(0);
  await frozen.keyboard.press('ArrowUp');
  await expect(marked).toHaveText('NewportEssex');
  await frozen.keyboard.press('ArrowDown');
  await expect(marked).toHaveText('NewportWales');
  const id = await options.first().getAttribute('id');
  await expect(field).toHaveAttribute('aria-activedescendant', id ?? '');
  await frozen.keyboard.press('ArrowUp');
  await expect(marked).toHaveText('NewportEssex');
  await expect(field).toBeFocused();
});

test('Enter in a combobox picks the marked option, closes the list and requests no more', async ({
  frozen,
}) => {
  const { field, options, asked } = town(frozen);
  await suggest(frozen, 'kes');
  await frozen.keyboard.press('ArrowDown');
  await frozen.keyboard.press('Enter');
  await expect(field).toHaveValue('Keswick');
  await expect(options).toHaveCount(0);
  await frozen.clock.runFor(1000);
  await expect(asked).toHaveText('kes');
});

test('Escape in a combobox closes the list and keeps the text; an arrow opens it again', async ({
  frozen,
}) => {
  const { field, options } = town(frozen);
  await suggest(frozen, 'new');
  await frozen.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue('new');
  await frozen.keyboard.press('ArrowDown');
  await expect(options).toHaveCount(6);
});

test('Escape in a combobox of a dialog closes the list first, then the dialog', async ({
  frozen,
}) => {
  await part(frozen, 'dialogs').getByRole('button', { name: 'Edit the profile' }).click();
  const dialog = frozen.getByRole('dialog');
  await dialog.getByRole('combobox').focus();
  await frozen.keyboard.type('new');
  await frozen.clock.runFor(300 + answerTime);
  await expect(dialog.getByRole('option')).toHaveCount(6);
  await frozen.keyboard.press('Escape');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await frozen.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the list closes 200 ms after the focus has left, and a press on it counts', async ({
  frozen,
}) => {
  const { field, options } = town(frozen);
  await suggest(frozen, 'new');
  await frozen.keyboard.press('Tab');
  await frozen.clock.runFor(199);
  await expect(options).toHaveCount(6);
  await frozen.clock.runFor(1);
  await expect(options).toHaveCount(0);

  await field.focus();
  await frozen.keyboard.press('ArrowDown');
  await options.nth(3).click();
  await expect(field).toHaveValue('Newport Pagnell');
  await expect(field).toBeFocused();
  await expect(options).toHaveCount(0);
});
