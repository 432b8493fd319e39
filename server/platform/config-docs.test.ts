import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describedSettings, settingsPage } from './config-docs.ts';
import { Environment } from './config-settings.ts';

it('describes each setting once', () => {
  expect(describedSettings.toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
});

it('is what docs/settings.md says (node scripts/settings.mjs writes it)', async () => {
  const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(settingsPage());
});
