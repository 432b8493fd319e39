import { extname } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { allCovers } from './web/ui/covers/all.ts';
import { drawAppIcon, drawFavicon, drawSmallIcon } from './web/ui/mark.ts';

/** Files that are drawn and not kept: path to content. */
const drawings = new Map<string, () => string | Buffer>([
  ...allCovers().map(({ path, svg }) => [path, () => svg] as const),
  ['/favicon.svg', drawFavicon],
  ['/favicon.ico', () => asIco(rasterise(drawSmallIcon(), 32))],
  ['/apple-touch-icon.png', () => rasterise(drawAppIcon({ bleeds: true }), 180)],
  ['/icon-192.png', () => rasterise(drawAppIcon({ bleeds: false }), 192)],
  ['/icon-512.png', () => rasterise(drawAppIcon({ bleeds: false }), 512)],
  ['/icon-maskable-512.png', () => rasterise(drawAppIcon({ bleeds: true }), 512)],
]);

const rasterise = (svg: string, size: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();

/** A PNG of 32 by 32 as an ICO file of one picture. */
function asIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/** The drawn files: written beside the build, answered from memory in development. */
function drawnFiles(): Plugin {
  return {
    name: 'drawn-files',
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [path, draw] of drawings) {
        this.emitFile({ type: 'asset', fileName: path.replace(/^\//, ''), source: draw() });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url ?? '';
        const draw = drawings.get(path);
        if (!draw) return next();
        response.setHeader('content-type', types[extname(path)] ?? '').end(draw());
      });
    },
  };
}

const library =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack(?!.*[\\/](mutationObserver|useMutation)\.js)|wouter|regexparam)[\\/]/;

/** The frame of every page, and what the list pages are made of, which are where people come in. */
const listParts =
  /[\\/](contract[\\/](dates|limits|paths)|web[\\/](api|app|routes|head|document-head|intent|share|view-transition|site[\\/](announcement|header|queries)|card-list|filters|params|part|queries|site[\\/]site|events[\\/](event-card|queries)|groups[\\/]queries|comments[\\/]queries|rsvps[\\/]queries|accounts[\\/](sign-in-pages|use-user)|ui[\\/](avatar|badge|bunting|button|card|cover|covers[\\/]url|cx|day-tile|empty-state|field|icons|image|load-more|mark-shapes|picture-set|page-heading|section-heading|skeleton|spinner|toast|wordmark)))\.tsx?$|vite[\\/]preload-helper/;

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
  plugins: [react(), tailwindcss(), drawnFiles()],
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
