import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The files that a page loads. */
export interface Assets {
  styles: string;
  scripts: string;
  /** The address of the page's own module. */
  script: string;
}

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof Manifest>;

const entryModule = 'web/client.tsx';
/** The character range of most headings; others of the display face load on demand. */
const latinFont = 'web/ui/fonts/latin.woff2';

/** Reads the build's manifest and returns the function that gives the tags for a page's module. */
export async function readAssets(clientFolder: string): Promise<(module: string) => Assets> {
  const text = await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8');
  const manifest = Manifest.parse(JSON.parse(text));
  const cache = new Map<string, Assets>();
  return (module) => {
    const assets = cache.get(module) ?? assetsFor(manifest, module);
    cache.set(module, assets);
    return assets;
  };
}

function assetsFor(manifest: Manifest, module: string): Assets {
  const chunks = [...reachableFiles(manifest, [entryModule, module])]
    .map((name) => manifest[name])
    .filter((chunk) => !!chunk);
  const styles = new Set(chunks.flatMap((chunk) => chunk.css));
  const main = manifest[entryModule]?.file;
  const others = chunks.map((chunk) => chunk.file).filter((file) => file !== main);
  return {
    styles: [...styles].map((file) => `<link rel="stylesheet" href="/${file}">`).join('\n'),
    scripts: [
      `<link rel="preload" href="/${manifest[latinFont]?.file}" as="font" type="font/woff2" crossorigin>`,
      `<script type="module" src="/${main}"></script>`,
      ...others.map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
    ].join('\n'),
    script: `/${manifest[module]?.file}`,
  };
}

function reachableFiles(
  manifest: Manifest,
  from: string[],
  found = new Set<string>(),
): Set<string> {
  for (const name of from) {
    if (found.has(name) || !manifest[name]) continue;
    found.add(name);
    reachableFiles(manifest, manifest[name].imports, found);
  }
  return found;
}
