import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { drawAppIcon, drawFavicon, drawSmallIcon } from './web/ui/mark.ts';

const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Files that are drawn and not kept: path to content. */
const drawings = new Map<string, () => string | Buffer>([
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

const coverFolder = inRoot('web/public/covers');
const covers = readdirSync(coverFolder)
  .toSorted()
  .map((name) => ({ name, source: readFileSync(join(coverFolder, name)) }));

/** The folder of the covers in a build: named by what is in them, so that browsers keep them. */
const hashedCovers = `assets/covers-${covers
  .reduce((hash, { name, source }) => hash.update(name).update(source), createHash('sha256'))
  .digest('hex')
  .slice(0, 8)}`;

/** Copies the covers to the folder whose files browsers keep for a year. */
const keptCovers = (): Plugin => ({
  name: 'kept-covers',
  generateBundle() {
    if (this.environment.name !== 'client') return;
    for (const { name, source } of covers)
      this.emitFile({ type: 'asset', fileName: `${hashedCovers}/${name}`, source });
  },
});

const library =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack(?!.*[\\/](mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)\.js)|wouter|regexparam)[\\/]|rolldown[\\/]runtime/;

/** Modules of `web/` by their paths without endings. */
const inWeb = (...paths: string[]) =>
  new RegExp(
    String.raw`[\\/]web[\\/](${paths.join('|').replaceAll('/', String.raw`[\\/]`)})\.tsx?$`,
  );

/** The modules of every page: the frame, and small parts that most pages use. */
const frame = [
  /[\\/]contract[\\/]platform[\\/](dates|durations|limits|paths)\.ts$|vite[\\/]preload-helper/,
  inWeb(
    '(app|intent|lazy-routes|navigation)',
    'features/community/groups/categories',
    'features/events/comments/queries',
    'features/events/events/(attendee-label|cached-events|queries)',
    'features/community/groups/member-label',
    'features/base/accounts/(use-pending-counts|pending-counts-queries|pending-counts-text)',
    'features/events/attendance/queries',
    'features/base/sign-in/use-user',
    'features/site/site/(announcement|header)',
    'platform/site',
    'platform/data/(api|forget-device|known|offline|queries|sending)',
    'platform/router/(boundary|first-interaction|lazy-components|lazy-part|modules|pages|params)',
    'ui/(avatar|badge|button|button-link|centred|count-badge|cover|cover-url|cx|day-tile|heading-size|icons|image|leaving|mark-shapes|notice|page-heading|pending-reason|picture-set|section-heading|skeleton|spinner|tab-storage|toast|toast-later|toaster|unavailable|wordmark)',
  ),
];

/** The modules with bunting: empty states and banners. */
const bunting = [inWeb('ui/(banner|bunting|empty-state)')];

/** The modules of card lists. */
const lists = [
  inWeb(
    'features/base/accounts/near-words',
    'features/community/groups/(category-filter|group-filters)',
    'features/events/events/(event-card|event-filters|event-row)',
    'features/community/groups/queries',
    'features/site/site/view-all',
    'platform/lists/(card-list|card-skeletons|filters|folded-filters|load-failure)',
    'ui/(card|card-skeleton|field|load-more|plain-click)',
  ),
  /@tanstack.*[\\/](infiniteQueryObserver|useInfiniteQuery)\.js$/,
];

/** The modules of an event's page and of a group's beside the frame. */
const event = [
  inWeb(
    'features/base/sign-in/invitation',
    'features/community/groups/is-public',
    'features/trust/moderation/queries',
    'platform/router/list-address',
    'platform/text/(linked-text|may-hold-links)',
    'ui/(avatar-row|details-list|prose)',
  ),
];

/** The modules that only an event's page shows at first. */
const attending = [
  /[\\/]contract[\\/]events[\\/]venue[\\/](access-facts|place-words)\.ts$/,
  inWeb(
    'features/events/attendance/rsvp-(button|look|rule)',
    'features/events/comments/(comments|loading-comments)',
    'features/events/event-page/use-event',
    'features/events/events/event-times',
  ),
];

/** The modules for joining and leaving groups. */
const joining = [
  inWeb(
    'features/community/group-form/edit-group-button',
    'features/community/groups/(asks-to-join|group-card|group-header)',
    'features/events/events/event-paths',
    'features/community/membership/(join-button|use-membership)',
    'platform/data/(cache|toast-failure|use-mutation)',
    'platform/forms/call-form',
  ),
  /@tanstack.*[\\/](mutationObserver|useMutation)\.js$/,
];

/** The modules that only a group's page shows at first. */
const group = [
  inWeb(
    'features/events/group-page/group-about',
    'features/community/membership/member-item',
    'platform/lists/more-of',
  ),
];

/** The primitives below everything that opens, closes or rotates. */
const primitives = [
  /@radix-ui[\\/](primitive|react-(compose-refs|context|id|presence|primitive|slot))[\\/]/,
  /@radix-ui[\\/]react-use-(callback-ref|controllable-state|effect-event|layout-effect)[\\/]/,
];

/** The modules that switch between parts of a page. */
const tabs = [
  inWeb('ui/tabs'),
  /@radix-ui[\\/]react-(collection|direction|roving-focus|tabs|use-is-hydrated)[\\/]/,
];

/** The modules of every dialog. */
const dialogs = [
  /@radix-ui[\\/]react-(alert-dialog|dialog|dismissable-layer|focus-guards|focus-scope|portal)[\\/]/,
  /node_modules[\\/](aria-hidden|react-remove-scroll|react-remove-scroll-bar|tslib|use-callback-ref|use-sidecar)[\\/]/,
  inWeb('ui/(dialog|form-dialog|style-singleton)'),
];

/** The checks of forms: the sign-in screen loads them as somebody begins to type. */
const checks = [
  /node_modules[\\/]zod[\\/]/,
  /[\\/]contract[\\/]base[\\/](accounts|mail|media|settings|sign-in)\.ts$/,
  /[\\/]contract[\\/]platform[\\/](email-address|endpoint|names|quotas|revisions|values)\.ts$/,
  inWeb('features/base/mail/topics'),
];

/** The library and the fields of forms. */
const forms = [
  /node_modules[\\/]react-hook-form[\\/]/,
  inWeb(
    'features/base/accounts/(profile-fields|quota-left|town-field)',
    'ui/(combobox|use-suggestions)',
  ),
];

/** Small parts of many pages, which need no more than the frame. */
const parts = [
  /[\\/]contract[\\/]base[\\/](form-words|guides|password-rules|place-names)\.ts$/,
  /[\\/]contract[\\/](demo-closed|events[\\/]event-paths|platform[\\/](counted|days|links)|safety[\\/]report-paths)\.ts$/,
  inWeb(
    'features/base/guides/guide-link',
    'features/trust/moderation/report-link',
    'platform/data/attempt',
    'platform/forms/(form-errors|lazy-confirm-dialog|open-button|posted)',
    'ui/(copy-link|dialog-button|use-focus-once)',
  ),
];

/** The parts that several pages behind a sign-in show. */
const account = [
  /[\\/]contract[\\/]safety[\\/]report-(kinds|words)\.ts$/,
  inWeb(
    'features/base/account-security/own-password-field',
    'features/base/accounts/who-sees-what',
    'features/base/device/(install-card|iphone-steps)',
    'features/base/donations/(money|status-badge)',
    'features/base/passkeys/support',
    'features/base/sign-in/(code-field|email-not-confirmed|new-password-field|password-input|password-strength|resend-confirmation|sign-in-prompt)',
    'features/community/groups/(own-group-card|room-for-more)',
    'features/community/membership/(suggestions|use-mute|waiting-for-you)',
    'features/base/notifications/(device-push|turn-on)',
    'features/events/arrivals/(door-words|engine)',
    'features/events/offline/(keep-events|keep-pages|trim-page)',
    'features/safety/report-cases/words',
    'features/site/dashboard/settings-sections',
    'platform/forms/(conflict-notes|posted-values|use-edit)',
    'ui/(file-button|hall-panel|save-file|settings-section|use-draft|use-stored|wall-time)',
  ),
];

/** Icons of several pages; those of every page are `ui/icons`. */
const icons = /node_modules[\\/]lucide-react[\\/]/;

/** The modules that the table of all pages reads, and some pages by themselves. */
const reads = [
  inWeb(
    'features/events/events/(elsewhere-queries|my-events-queries)',
    'features/events/messages/queries',
    'features/events/month/(month-words|queries|view-paths)',
    'features/events/series/queries',
    'platform/device/(installed|push-support|register-worker)',
    'ui/trusted-types',
  ),
];

/** The fields that forms of groups and of events share. */
const audience = [/[\\/]contract[\\/]community[\\/](audience|membership)\.ts$/];

/** The table of all pages, for when somebody makes for another. */
const table = [
  /[\\/]contract[\\/](operations[\\/]admin-paths|platform[\\/](cancelled-title|london-time))\.ts$/,
  inWeb(
    '(device|routes)',
    'features/trust/blocks/queries',
    // The pages of a feature: apart from the table they would import it in a circle.
    'features/[\\w-]+/[\\w-]+/[\\w-]+-pages',
    'features/base/(donations|passkeys|tokens)/queries',
    'features/base/accounts/(location|quota-queries)',
    'features/events/event-page/event-head',
    'features/events/events/events-head',
    'features/events/offline/kept-pages',
    'features/base/legal/queries',
    'features/base/(mail|notifications)/queries',
    'features/community/groups/group-head',
    'features/safety/reports/queries',
    'features/site/site/near-member',
    'features/base/sign-in/queries',
    'platform/head/(document-head|head|share)',
    'platform/router/(arrival|places|view-transition)',
  ),
];

const everywhere = /[\\/](vendor|frame|rolldown-runtime)-/;

/**
 * Few files for what a page needs: one of its own for every small part costs more than it saves.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'vendor', test: library },
    ...Object.entries({
      frame,
      bunting,
      lists,
      event,
      attending,
      joining,
      group,
      primitives,
      tabs,
      audience,
      table,
      reads,
      dialogs,
      checks,
      forms,
      parts,
      account,
    }).map(([name, tests]) => ({
      name,
      test: (path: string) => tests.some((test) => test.test(path)),
    })),
    { name: 'icons', test: icons, minShareCount: 2 },
  ],
};

/**
 * Vite's own way to fetch what a lazy module imports along with it knows of styles, nonces and
 * failures. There is one style for all pages, no nonce, and the module's own import tells of a
 * failure: a link is enough.
 */
function shortPreload(): Plugin {
  return {
    name: 'short-preload',
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler() {
        return `const asked = new Set();
export const __vitePreload = (load, files) => {
  for (const file of files ?? []) {
    const href = '/' + file;
    if (asked.has(href) || document.querySelector('link[href="' + href + '"]')) continue;
    asked.add(href);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  return load();
};`;
      },
    },
  };
}

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The pages' entry, the table of pages, and the page that works without a network. */
const doorModules = [
  'web/client.tsx',
  'web/routes.tsx',
  'web/features/events/arrivals/door-page.tsx',
].map(inRoot);

/** Lists the scripts, styles and the font that the door's page needs. */
function doorFiles(bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
  const found = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
  };
  for (const module of doorModules) add(chunks.find(({ moduleIds }) => moduleIds.includes(module)));
  const font = Object.keys(bundle).filter((file) => /assets\/latin-[^/]*\.woff2$/.test(file));
  return [...found, ...font].map((file) => `/${file}`).toSorted();
}

/** A worker is one script: browsers differ in whether it may import another. */
async function bundledWorker(): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      rolldownOptions: { input: inRoot('web/service-worker.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/** Writes the service worker, with the files that the door's page needs in this build. */
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  enforce: 'post',
  apply: 'build',
  async generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return;
    const files = JSON.stringify(doorFiles(bundle));
    const code = await bundledWorker();
    const version = createHash('sha256').update(files).update(code).digest('hex').slice(0, 8);
    const known = `const doorFiles=${files},workerVersion="${version}";`;
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: `${known}\n${code}` });
  },
});

/** Parts of libraries that the content policy stops in a browser, and what takes their place. */
const withinPolicy = {
  'react-style-singleton': inRoot('web/ui/style-singleton.ts'),
  'markdown-to-jsx/entities': inRoot('web/features/base/legal/entities.ts'),
};

export default defineConfig(({ command, isSsrBuild }) => ({
  publicDir: 'web/public',
  resolve: {
    alias: {
      // React has had this hook itself since 18; the stand-in for older ones is left out.
      'use-sync-external-store/shim/index.js': 'react',
      ...(!isSsrBuild && withinPolicy),
    },
  },
  plugins: [react(), tailwindcss(), drawnFiles(), keptCovers(), shortPreload(), serviceWorker()],
  build: {
    target: 'es2022',
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: 'web/client.tsx',
        output: { codeSplitting },
      },
      // Lazy modules needn't preload the chunks that every page has.
      modulePreload: {
        resolveDependencies: (_, files) => files.filter((file) => !everywhere.test(file)),
      },
    }),
    assetsInlineLimit: 0,
  },
  define: {
    ...(command === 'build' && { 'import.meta.env.COVERS': JSON.stringify(`/${hashedCovers}`) }),
    // The server's bundle carries React's production build with it, whatever NODE_ENV says at run
    // time.
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
}));
