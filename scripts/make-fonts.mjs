// Makes web/ui/fonts from the package @fontsource-variable/bricolage-grotesque: the weights of
// headings, with the letters in parts, so that a first visit downloads those of most names, and the
// others come with the first page that needs them. Run it after updating the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const source = '@fontsource-variable/bricolage-grotesque';
const folder = fileURLToPath(new URL('../web/ui/fonts/', import.meta.url));
const covered = JSON.parse(readFileSync(require.resolve(`${source}/unicode.json`), 'utf8'));
const weights = { min: 600, max: 800 };
// The OpenType features that place letters and align figures; alternative letter shapes are
// dropped.
const keepFeatures = [
  'calt',
  'ccmp',
  'kern',
  'liga',
  'lnum',
  'locl',
  'mark',
  'mkmk',
  'rlig',
  'tnum',
];

const western =
  'U+0020-007E,U+00A0,U+00A3,U+00B7,U+00C0-00D6,U+00D7,U+00D8-00F6,U+00F8-00FF,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2212';

const controls = 'U+0000-001F,U+007F-009F';

/**
 * The part needed least comes first: of two faces with one letter the browser takes the later one.
 */
const parts = [
  { name: 'vietnamese', from: 'vietnamese', ranges: covered.vietnamese },
  { name: 'latin-ext', from: 'latin-ext', ranges: covered['latin-ext'] },
  { name: 'signs', from: 'latin', ranges: without(covered.latin, `${western},${controls}`) },
  { name: 'latin', from: 'latin', ranges: western },
];

for (const { name, from, ranges } of parts) {
  const whole = readFileSync(
    require.resolve(`${source}/files/bricolage-grotesque-${from}-wght-normal.woff2`),
  );
  const part = await subsetFont(whole, String.fromCodePoint(...codesOf(ranges)), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures,
  });
  writeFileSync(`${folder}${name}.woff2`, part);
  console.log(`${name}: ${part.length} bytes of ${whole.length}`);
}
const note = '/* Made by scripts/make-fonts.mjs. */';
writeFileSync(`${folder}faces.css`, [note, ...parts.map(faceOf), ''].join('\n\n').trimStart());

/**
 * Pages preload the part that nearly every heading needs. Where it comes late all the same, the page
 * keeps its stand-in, and no line breaks anew (web/platform/router/arrival.ts).
 */
const displayOf = (name) => (name === 'latin' ? 'optional' : 'swap');

function faceOf({ name, ranges }) {
  return `@font-face {
  font-family: 'Bricolage Grotesque Variable';
  font-style: normal;
  font-display: ${displayOf(name)};
  font-weight: ${weights.min} ${weights.max};
  src: url('./${name}.woff2') format('woff2');
  unicode-range: ${ranges.replaceAll(',', ', ')};
}`;
}

/** Lists the characters of 'U+0020-007E,U+00A0'. */
function codesOf(ranges) {
  return ranges.split(',').flatMap((range) => {
    const [first, last = first] = range
      .slice(2)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** Returns the ranges in one list but not in the other. */
function without(ranges, others) {
  const gone = new Set(codesOf(others));
  const runs = [];
  for (const code of codesOf(ranges).filter((each) => !gone.has(each))) {
    const run = runs.at(-1);
    if (run?.last === code - 1) run.last = code;
    else runs.push({ first: code, last: code });
  }
  return runs
    .map(({ first, last }) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`)
    .join(',');
}

function hex(code) {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
