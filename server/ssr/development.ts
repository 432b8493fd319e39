import { createServer, type ViteDevServer } from 'vite';
import type * as web from '#web/server.tsx';
import { projectFile } from '#platform/process/files.ts';
import type { PageRenderer } from './pages.ts';

/** Serves pages from the sources, with hot reload over the application's own server. */
export function developmentPages(): PageRenderer & { close: () => Promise<void> } {
  let vite: ViteDevServer | undefined;
  const workshop = () => {
    if (!vite) throw new Error('the bundler starts with mountFiles()');
    return vite;
  };
  return {
    inDevelopment: true,
    publicFolder: projectFile('web/public'),
    web: () => workshop().ssrLoadModule('/web/server.tsx') as Promise<typeof web>,
    assets: (module) => ({
      styles: '<link rel="stylesheet" href="/web/ui/styles.css">',
      scripts: '<script type="module" src="/web/client.tsx"></script>',
      script: `/${module}`,
    }),
    mountFiles: async (app) => {
      const server = await createServer({
        server: { middlewareMode: true, hmr: { server: app.server } },
        appType: 'custom',
      });
      vite = server;
      app.addHook('onRequest', (request, reply, done) => {
        server.middlewares(request.raw, reply.raw, () => done());
      });
    },
    finish: (url, html) => workshop().transformIndexHtml(url, html),
    close: async () => vite?.close(),
  };
}
