import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routes } from './routes.tsx';

it('every page has its module', () => {
  const missing = routes.filter(({ module }) => !existsSync(new URL(module, import.meta.url)));
  expect(missing).toEqual([]);
});
