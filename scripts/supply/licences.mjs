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
  // Reads the arguments of a tool that makes the fonts; no site has it.
  { licence: 'Python-2.0', name: /^argparse$/ },
];

const mayUse = (licence, name) =>
  allowed.has(licence) ||
  allowedFor.some((each) => each.licence === licence && each.name.test(name));

/**
 * Tells whether an SPDX expression allows the package: one part of an `OR`, all parts of an `AND`.
 * Expressions within expressions are refused, as no package has one.
 */
export function isAllowed(expression, name) {
  const [, parts] = /^\(?([^()]+)\)?$/.exec(expression) ?? [];
  const isAllowedPart = (part) => part.split(' AND ').every((each) => mayUse(each, name));
  return parts?.split(' OR ').some(isAllowedPart) ?? false;
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
