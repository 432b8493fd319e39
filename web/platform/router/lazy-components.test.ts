import { expect, it } from 'vitest';
import { lazyComponents } from './lazy-components.ts';

const Page = () => null;
const fetch = () => Promise.resolve({ default: Page });

it('a lazy route returns the component itself if its module has loaded', async () => {
  const components = lazyComponents();
  await components.load('page', fetch);
  expect(components.get('page', fetch)).toBe(Page);
});

it('a lazy route returns the same lazy component after its module has loaded', async () => {
  const components = lazyComponents();
  const shown = components.get('page', fetch);
  await components.load('page', fetch);
  expect(components.get('page', fetch)).toBe(shown);
});
