import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { allCovers } from './web/ui/covers/all.ts';

/** The drawn covers as files: written beside the build, answered from memory in development. */
function covers(): Plugin {
  const all = new Map(allCovers().map(({ path, svg }) => [path, svg]));
  return {
    name: 'covers',
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [path, source] of all) {
        this.emitFile({ type: 'asset', fileName: path.replace(/^\//, ''), source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const svg = all.get(request.url ?? '');
        if (svg === undefined) return next();
        response.setHeader('content-type', 'image/svg+xml').end(svg);
      });
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'web/public',
  plugins: [react(), tailwindcss(), covers()],
  build: {
    target: 'es2022',
    ...(!isSsrBuild && { rollupOptions: { input: 'web/client.tsx' } }),
    assetsInlineLimit: 0,
  },
  // The server's bundle carries React's production build with it, whatever NODE_ENV says at run time.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
}));
