import type { Page } from '@playwright/test';
import { part } from './test.ts';

/** Every overlay, by the part that opens it and its button. */
export const overlays = [
  {
    name: 'dialog',
    id: 'dialogs',
    button: 'Edit the profile',
    role: 'dialog',
    within: '[role=dialog]',
    controls: '[role=dialog] :is(button, input)',
  },
  {
    name: 'question',
    id: 'dialogs',
    button: 'Delete the group',
    role: 'alertdialog',
    within: '[role=alertdialog]',
    controls: '[role=alertdialog] button',
  },
  {
    name: 'menu',
    id: 'menus',
    button: 'Actions for Ada',
    role: 'menu',
    within: '[role=menu]',
    controls: '[role=menuitem]',
  },
  {
    name: 'toast',
    id: 'toasts',
    button: 'Danger toast',
    role: 'listitem',
    within: '[data-toasts]',
    controls: 'ol li button',
  },
] as const;

export type Overlay = (typeof overlays)[number];

/** Opens it, and returns its element. */
export async function openOverlay(page: Page, { id, button, role }: Overlay) {
  await part(page, id).getByRole('button', { name: button }).click();
  const overlay =
    role === 'listitem'
      ? page.getByRole('region', { name: 'Notifications (F8)' }).getByRole(role)
      : page.getByRole(role);
  await overlay.waitFor();
  return overlay;
}

/** Opens the suggestions of the town field. */
export async function openSuggestions(page: Page) {
  await part(page, 'combobox').getByRole('combobox').fill('newport');
  const list = part(page, 'combobox').getByRole('listbox');
  await list.waitFor();
  await page.keyboard.press('ArrowDown');
  return list;
}
