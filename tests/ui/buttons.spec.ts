import { expect, part, test } from './support/test.ts';

test('a busy button keeps its focus and width, says what it does and sends once', async ({
  guide,
}) => {
  const busy = part(guide, 'busy');
  const save = busy.getByRole('button', { name: 'Save changes' });
  await save.focus();
  const before = await save.boundingBox();
  await guide.keyboard.press('Enter');

  const saving = busy.getByRole('button', { name: 'Saving...' });
  await expect(saving).toBeFocused();
  await expect(saving).toHaveAttribute('aria-busy', 'true');
  await expect(saving).toHaveAttribute('aria-disabled', 'true');
  await guide.keyboard.press('Enter');
  await guide.keyboard.press('Space');
  await expect(busy.getByText('Sent 1 times')).toBeVisible();
  expect((await saving.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) - 1);

  await busy.getByRole('button', { name: 'Let it answer' }).click();
  await expect(save).toBeEnabled();
});

test('the keyboard skips a disabled button', async ({ guide }) => {
  const buttons = part(guide, 'buttons');
  await buttons.getByRole('button', { name: 'Attending...' }).first().focus();
  await guide.keyboard.press('Tab');
  await expect(buttons.getByRole('link', { name: 'Create Event' }).first()).toBeFocused();
});

test('Load More is a link that extends the list in place', async ({ guide }) => {
  const busy = part(guide, 'busy');
  const more = busy.getByRole('link', { name: 'Load More Events' });
  await expect(more).toHaveAttribute('href', '?page=2');
  await more.focus();
  await guide.keyboard.press('Enter');
  await expect(busy.getByText('2 pages of events')).toBeVisible();
  await expect(more).toBeFocused();
  expect(new URL(guide.url()).search).toBe('');
});

test('Load More does nothing while it loads', async ({ guide }) => {
  const busy = part(guide, 'busy');
  await busy.getByRole('link', { name: 'Loading...' }).click({ force: true });
  await expect(busy.getByText('1 page of events')).toBeVisible();
  expect(new URL(guide.url()).search).toBe('');
});

test('Load More leaves a click for a new tab to the browser', async ({ guide }) => {
  const busy = part(guide, 'busy');
  const taken = await busy.getByRole('link', { name: 'Load More Events' }).evaluate((link) => {
    let prevented = false;
    window.addEventListener(
      'click',
      (event) => {
        prevented = event.defaultPrevented;
        event.preventDefault();
      },
      { once: true },
    );
    link.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true }));
    return prevented;
  });
  expect(taken).toBe(false);
  await expect(busy.getByText('1 page of events')).toBeVisible();
});
