// Builds the pages for the browser and for the server. ensureBuild() runs it under the project's
// Node, with the hash of the sources as its argument, which it writes last. It runs itself again
// for each part, by name: in one process the parts take 970 MB, apart 650.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { listBundledPackages, startList } from './bundled-packages.mjs';
import { leftInModules } from './left-in-modules.mjs';
import { inRoot, root, setupFolder } from './paths.mjs';

const compressible = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
]);
const smallestWorthwhile = 256;
const programs = ['main', 'operate', 'make-admin', 'doctor'];

/**
 * A script that old versions of Node can parse too, so that they print our message rather than a
 * syntax error.
 */
const door = (name) => `const needed = 24;
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(\`Villagehall needs Node.js \${needed} or newer, and this is \${process.version}: install a newer one.\`);
  process.exit(1);
}
await import('./${name}-program.js');
`;

const dist = inRoot('dist');
// Built in another folder and moved into place when complete, so that no interrupted build is ever
// served.
const next = join(setupFolder, 'dist-next');
const previous = join(setupFolder, 'dist-previous');
const packages = join(next, 'packages.json');

const pages = { emptyOutDir: true, reportCompressedSize: false };
const parts = {
  client: () => buildPart({ ...pages, outDir: join(next, 'client'), manifest: true }),
  server: () =>
    buildPart({
      ...pages,
      outDir: join(next, 'server'),
      ssr: 'web/server.tsx',
      copyPublicDir: false,
    }),
  main: buildServer,
};

try {
  const [sources = '', part] = process.argv.slice(2);
  await (part ? parts[part]() : buildAll(sources));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function buildAll(sources) {
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  startList(packages);
  for (const part of Object.keys(parts)) {
    const script = [import.meta.filename, sources, part];
    const { status } = spawnSync(process.execPath, script, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`The part ${part} could not be built`);
  }
  await compressAll(join(next, 'client'));
  await writeFile(join(next, 'sources.sha256'), sources);
  await moveIntoPlace();
}

async function buildPart(options) {
  const { build } = await import('vite');
  await build({
    root,
    logLevel: 'warn',
    build: options,
    plugins: [listBundledPackages(packages)],
  });
}

/**
 * One file for the process and one for each of its threads: a third of the memory, and a quick
 * start.
 */
async function buildServer() {
  const { build } = await import('vite');
  const threads = [
    'server/platform/crypto/hasher.ts',
    'server/platform/db/embedded/initialise.ts',
    'server/platform/db/embedded/worker.ts',
    'server/features/events/imports/policy/calendar-reader.ts',
    'server/ssr/share/painter.ts',
  ];
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [listBundledPackages(packages)],
    build: {
      emptyOutDir: true,
      reportCompressedSize: false,
      outDir: join(next, 'main'),
      ssr: true,
      copyPublicDir: false,
      target: 'node24',
      sourcemap: true,
      rolldownOptions: {
        input: [...programs.map((name) => `server/${name}.ts`), ...threads],
        output: {
          entryFileNames: ({ name }) =>
            programs.includes(name) ? `${name}-program.js` : '[name].js',
          chunkFileNames: '[name].js',
        },
      },
    },
    ssr: { noExternal: true, external: leftInModules },
  });
  const write = (name) => writeFile(join(next, 'main', `${name}.js`), door(name));
  await Promise.all(programs.map(write));
}

async function compressAll(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    // Vite's manifest is for the server, not for browsers.
    .filter((path) => !path.startsWith(join(folder, '.vite')));
  await Promise.all(files.map(compress));
}

async function compress(path) {
  const content = await readFile(path);
  if (content.length < smallestWorthwhile) return;
  const brotli = promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const zipped = promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
  await Promise.all([writeFile(`${path}.br`, await brotli), writeFile(`${path}.gz`, await zipped)]);
}

async function moveIntoPlace() {
  await rm(previous, { recursive: true, force: true });
  if (existsSync(dist)) await rename(dist, previous);
  await rename(next, dist);
  await rm(previous, { recursive: true, force: true });
}
