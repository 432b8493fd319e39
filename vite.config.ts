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

const library = /node_modules[\\/](react|react-dom|scheduler|@tanstack|wouter|regexparam)[\\/]/;

/** What the list pages are made of, which are where people come in. */
const listParts =
  /[\\/](contract[\\/](dates|limits|paths)|web[\\/](api|cache|card-list|filters|params|queries|toast-failure|site[\\/]site|events[\\/](event-card|queries)|groups[\\/]queries|comments[\\/]queries|rsvps[\\/]queries|accounts[\\/]use-user|ui[\\/](avatar|badge|bunting|button|card|cover|covers[\\/]url|cx|day-tile|empty-state|field|image|load-more|page-heading|section-heading|skeleton|spinner|toast|wordmark)))\.tsx?$|[\\/]lucide-react[\\/](?!.*icons[\\/])|vite[\\/]preload-helper/;

/** Few files for what every page needs: one of its own for every small part costs more than it saves. */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'vendor', test: library },
    { name: 'parts', test: listParts },
  ],
};

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'web/public',
  // React has had this hook itself since 18; the stand-in for older ones is left out.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react(), tailwindcss(), covers()],
  build: {
    target: 'es2022',
    ...(!isSsrBuild && {
      rolldownOptions: { input: 'web/client.tsx', output: { codeSplitting } },
    }),
    assetsInlineLimit: 0,
  },
  // The server's bundle carries React's production build with it, whatever NODE_ENV says at run time.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
}));
