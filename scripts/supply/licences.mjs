/** Licences of packages that an MIT-licensed site may use and ship, with their terms. */
const allowed = new Set([
  // Keep the notice.
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Zlib',
  // No conditions.
  'MIT-0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  // Changed files must be published; none is changed.
  'MPL-2.0',
  // Fonts: not sold by themselves.
  'OFL-1.1',
]);

/** Other licences, for these packages alone. */
const allowedFor = [
  // libvips is a shared library in its own file, which anybody can replace.
  { licence: 'LGPL-3.0-or-later', name: /^@img\/sharp-/ },
  // Data; attribution is in NOTICE and on the pages.
  { licence: 'CC-BY-4.0', name: /^cities\.json$/ },
  // Reads the arguments of a tool that makes the fonts; no site has it.
  { licence: 'Python-2.0', name: /^argparse$/ },
];

const mayUse = (licence, name) =>
  allowed.has(licence) ||
  allowedFor.some((each) => each.licence === licence && each.name.test(name));

/**
 * Tells whether an SPDX expression allows the package: one part of an `OR`, all parts of an `AND`.
 */
export function isAllowed(expression, name) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let value = both();
    while (tokens[at] === 'OR') {
      at += 1;
      value = both() || value;
    }
    return value;
  };
  const both = () => {
    let value = one();
    while (tokens[at] === 'AND') {
      at += 1;
      value = one() && value;
    }
    return value;
  };
  const one = () => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token !== '(') return mayUse(token, name);
    const value = either();
    at += 1;
    return value;
  };
  return either() && at === tokens.length;
}

/**
 * Lists the packages with their licences.
 * @param manifestOf a package's own package.json; undefined for packages that are not installed,
 * such as other platforms'
 */
export function licenceProblems(packages, manifestOf) {
  return packages.flatMap(({ path, name, version, license }) => {
    if (!license) return [`${name} names no licence`];
    const problems = isAllowed(license, name)
      ? []
      : [`${name} is under ${license}, which scripts/supply/licences.mjs does not allow`];
    const own = manifestOf(path);
    if (own && own.version !== version) {
      problems.push(`${path} is ${own.version}, and the lockfile says ${version}`);
    }
    if (own && licenceOf(own) !== license) {
      problems.push(`${name} says it is under ${licenceOf(own)}, and the lockfile ${license}`);
    }
    return problems;
  });
}

const licenceOf = ({ license, licenses }) =>
  typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type);

const inOrder = (one, other) => (one < other ? -1 : 1);

/** Renders the page of all packages by licence. */
export function licencePage(packages) {
  const kinds = [
    ['What a site is made of', packages.filter(({ dev }) => !dev)],
    ['What tests and builds need besides', packages.filter(({ dev }) => dev)],
  ];
  const parts = kinds.flatMap(([title, some]) => [`## ${title}`, ...byLicence(some)]);
  return `${[
    '# Licences of the packages',
    'Made by `node scripts/supply-chain.mjs --write` from the lockfile, and checked by a step of `npm test`. What ' +
      'may be used on which terms is told in `scripts/supply/licences.mjs`; data is named in [NOTICE](../NOTICE).',
    ...parts,
  ].join('\n\n')}\n`;
}

function byLicence(packages) {
  const groups = Map.groupBy(packages, ({ license }) => license ?? 'none');
  return [...groups]
    .toSorted(([one], [other]) => inOrder(one, other))
    .map(([licence, some]) => {
      const names = [...new Set(some.map(({ name }) => name))].toSorted(inOrder);
      return `**${licence}** (${names.length}): ${names.join(', ')}`;
    });
}
