import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import type * as routes from '#web/routes.tsx';
import { expect, test } from '@playwright/test';
import { wide } from '#tests/support/breadth.ts';

const root = join(import.meta.dirname, '..', '..');

test('the production build has no style guide', () => {
  const files = globSync('dist/**/*.{js,css,html}', { cwd: root });
  expect(files.join()).toContain('events-page');
  const found = files.filter(
    (file) =>
      file.includes('styleguide') ||
      /styleguide|on the notice board/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test('the style guide has an address in development', wide, async () => {
  test.slow();
  // The bundler stores its mode in the process's environment, and reuses the one it finds there.
  process.env['NODE_ENV'] = 'development';
  const server = await createServer({
    root,
    logLevel: 'error',
    cacheDir: join(test.info().outputDir, 'vite'),
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  });
  try {
    const { matchPage, fetchPage } = (await server.ssrLoadModule(
      '/web/routes.tsx',
    )) as typeof routes;
    const { page } = matchPage('/styleguide');
    expect(page.module).toBe('./ui/styleguide-page.tsx');
    expect((await fetchPage(page)).default).toBeInstanceOf(Function);
  } finally {
    await server.close();
  }
});
