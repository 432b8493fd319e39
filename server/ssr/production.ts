import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type * as web from '#web/server.tsx';
import { styledPolicy } from '#platform/http/content-policy.ts';
import { projectFile } from '#platform/process/files.ts';
import { readAssets } from './assets.ts';
import type { PageRenderer } from './pages.ts';

const clientFolder = projectFile('dist/client');
const hashedFolder = join(clientFolder, 'assets') + sep;

/** Serves pages from the build in `dist`. */
export async function productionPages(): Promise<PageRenderer> {
  const [assets, module] = await Promise.all([
    readAssets(clientFolder),
    import(pathToFileURL(projectFile('dist/server/server.js')).href) as Promise<typeof web>,
  ]);
  return {
    web: async () => module,
    assets,
    publicFolder: clientFolder,
    mountFiles: async (app) => {
      await app.register(async (files) => {
        // A page loads dozens of them, and none twice within a day.
        files.addHook('onRoute', (route) => {
          route.config = { ...route.config, isFree: true };
        });
        await files.register(fastifyStatic, {
          root: clientFolder,
          wildcard: false,
          index: false,
          preCompressed: true,
          globIgnore: ['**/*.br', '**/*.gz'],
          cacheControl: false,
          setHeaders: (response, path) => {
            response.header(
              'cache-control',
              path.startsWith(hashedFolder)
                ? 'public, max-age=31536000, immutable'
                : /[\\/]sw\.js$/.test(path)
                  ? 'no-cache'
                  : 'public, max-age=86400',
            );
            if (path.endsWith('.svg')) response.header('content-security-policy', styledPolicy);
          },
        });
      });
    },
  };
}
