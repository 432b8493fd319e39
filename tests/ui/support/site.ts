// Builds the style guide as the site's own pages are built, and serves it until asked to stop.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import '../../../scripts/setup/end-with-parent.mjs';

const folder = await mkdtemp(join(tmpdir(), 'villagehall-ui-'));
const common = {
  configFile: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)),
  root: import.meta.dirname,
  publicDir: fileURLToPath(new URL('../../../web/public', import.meta.url)),
  logLevel: 'warn',
} as const;

await build({
  ...common,
  build: {
    outDir: folder,
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: { input: join(import.meta.dirname, 'index.html') },
  },
});
const server = await preview({
  ...common,
  build: { outDir: folder },
  preview: { host: '127.0.0.1', port: 0 },
});
console.log(`The style guide is ready at ${server.resolvedUrls?.local[0]}`);

const stop = () => void server.close().then(() => rm(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
