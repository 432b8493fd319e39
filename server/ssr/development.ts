import { createServer } from 'vite';
import type * as web from '../../web/server.tsx';
import type { PageRenderer } from './pages.ts';

/** Pages from the sources, with hot reload. */
export async function developmentPages(): Promise<PageRenderer & { close: () => Promise<void> }> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  return {
    inDevelopment: true,
    web: () => vite.ssrLoadModule('/web/server.tsx') as Promise<typeof web>,
    assets: () => ({
      head: '<link rel="stylesheet" href="/web/ui/styles.css">\n<script type="module" src="/web/client.tsx"></script>',
      body: '',
    }),
    mountFiles: async (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => done());
      });
    },
    finish: (url, html) => vite.transformIndexHtml(url, html),
    close: () => vite.close(),
  };
}
