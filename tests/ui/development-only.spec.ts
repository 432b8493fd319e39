import { join } from 'node:path';
import { build, createServer } from 'vite';
import type * as routes from '#web/routes.tsx';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '..', '..');

/** The bundler stores its mode in the process's environment, and reuses the one it finds there. */
const bundleFor = (mode: 'production' | 'development') => {
  process.env['NODE_ENV'] = mode;
};

test('the production build has no style guide', async () => {
  test.slow();
  bundleFor('production');
  const { output } = (await build({
    root,
    logLevel: 'warn',
    build: { write: false, reportCompressedSize: false },
  })) as { output: { fileName: string; code?: string }[] };
  expect(output.some(({ fileName }) => fileName.includes('events-page'))).toBe(true);
  for (const { fileName, code = '' } of output) {
    expect(fileName).not.toContain('styleguide');
    expect(code, fileName).not.toMatch(/styleguide|on the notice board/);
  }
});

test('in development it has an address', async () => {
  test.slow();
  bundleFor('development');
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
