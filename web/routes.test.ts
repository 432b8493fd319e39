import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routes } from './routes.tsx';

it.each(routes.map(({ path, module }) => [path, module]))(
  'the page at %s has its module, %s',
  (_, module) => {
    expect(existsSync(new URL(module, import.meta.url))).toBe(true);
  },
);
