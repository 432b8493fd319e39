import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './paths.mjs';

/** Packages that no module of the build names: the loader of its scripts, and the base styles. */
const always = ['node_modules/rolldown', 'node_modules/tailwindcss'];

const inOrder = (one, other) => (one < other ? -1 : 1);
const folderOfPackage = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/;

/** A plugin that adds the packages whose code a part of the build holds to a list, by folder. */
export const listBundledPackages = (file) => ({
  name: 'list-bundled-packages',
  writeBundle(_, bundle) {
    const found = Object.values(bundle)
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .map((id) => relative(root, id.replace(/^\0/, '')).replaceAll('\\', '/'))
      .flatMap((path) => folderOfPackage.exec(path) ?? [])
      .map((folder) => folder.slice(0, -1));
    const all = new Set([...JSON.parse(readFileSync(file, 'utf8')), ...found]);
    writeFileSync(file, `${JSON.stringify([...all].sort(inOrder), null, 2)}\n`);
  },
});

export const startList = (file) => writeFileSync(file, JSON.stringify(always));
