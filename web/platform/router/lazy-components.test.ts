import { expect, it } from 'vitest';
import { lazyComponents } from './lazy-components.ts';

const Page = () => null;
const fetch = () => Promise.resolve({ default: Page });

it('a component whose module is here is shown at once', async () => {
  const components = lazyComponents();
  await components.load('page', fetch);
  expect(components.get('page', fetch)).toBe(Page);
});

it('a component that was waited for is the same once its module has come', async () => {
  const components = lazyComponents();
  const shown = components.get('page', fetch);
  await components.load('page', fetch);
  expect(components.get('page', fetch)).toBe(shown);
});
