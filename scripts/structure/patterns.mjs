// A pattern whose steps grow with the square of a text, or worse, blocks the process for as long as
// an attacker likes. recheck counts steps, by automata and in its own matcher, so that its verdict
// doesn't vary.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';

/** A repeat of at most this many counts as a fixed length. */
const few = 16;

const settings = { timeout: 60_000, skipRecall: true };

/**
 * Collects every regular expression in the sources below `folders`, except tests, with its place,
 * and a line for each that can't be checked.
 */
export function patternsInSources(root, folders) {
  const found = folders.flatMap((folder) => sourcesIn(root, folder)).map(expressionsIn(root));
  return {
    patterns: found.flatMap(({ patterns }) => patterns),
    problems: found.flatMap(({ problems }) => problems),
  };
}

const sourcesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file));

const expressionsIn = (root) => (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const placeOf = ({ start }) => `${file}:${text.slice(0, start).split('\n').length}`;
  const [patterns, problems] = [[], []];
  const called = (node) => {
    if (node.callee.name !== 'RegExp') return;
    problems.push(`${placeOf(node)} puts a pattern together, which can't be looked at`);
  };
  new Visitor({
    CallExpression: called,
    NewExpression: called,
    Literal: (node) => {
      if (!node.regex) return;
      const { pattern: source, flags } = node.regex;
      patterns.push({ place: placeOf(node), source, flags });
    },
  }).visit(parseSync(file, text).program);
  return { patterns, problems };
};

/** Collects the patterns in the contract's schemas, zod's own for addresses and times included. */
export async function patternsInSchemas(root) {
  const patterns = new Map();
  const seen = new Set();
  const walk = (value, place) => {
    if (value instanceof RegExp) {
      patterns.set(String(value), { place, source: value.source, flags: value.flags });
    }
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const part of Object.values(value._zod?.def ?? value)) walk(part, place);
  };
  for (const file of sourcesIn(root, 'contract')) {
    walk({ ...(await import(pathToFileURL(join(root, file)).href)) }, `${file} by a schema`);
  }
  return [...patterns.values()];
}

/** Lists the patterns that aren't linear, one line each with an attack. */
export async function superLinear(patterns) {
  const verdicts = new Map();
  const problems = [];
  for (const { place, source, flags } of patterns) {
    const key = `/${source}/${flags}`;
    if (!verdicts.has(key)) verdicts.set(key, await verdictOn(source, flags));
    const verdict = verdicts.get(key);
    if (verdict) problems.push(`${place} has ${key}, ${verdict}`);
  }
  return problems;
}

async function verdictOn(source, flags) {
  const shape = shapeOf(source, flags);
  if (shape === 'linear') return undefined;
  if (shape === 'refers back') return 'which refers back to what it met: write it otherwise';
  const { status, complexity, attack, error } = await check(source, flags, settings);
  if (status === 'safe') return undefined;
  if (status === 'unknown') return `which can't be judged (${error.kind}): write it more simply`;
  return `which is not linear (${complexity.summary}): try ${attack.pattern}`;
}

/**
 * Recognises plainly linear patterns: nothing repeats often, or only one character does, from the
 * start of the text or at the end.
 */
function shapeOf(source, flags) {
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const often = [];
  let [isNested, refersBack] = [false, false];
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => {
      if (node.max > few && node.min !== node.max) often.push(node);
      else if (node.max > 1 && !isOneSign(node.element)) isNested = true;
    },
    onBackreferenceEnter: () => (refersBack = true),
  });
  if (refersBack) return 'refers back';
  const [only, ...more] = often;
  const isLinear =
    !only || (more.length === 0 && isOneSign(only.element) && isAtAnEnd(only, flags));
  return isLinear && !isNested ? 'linear' : undefined;
}

const isOneSign = ({ type }) => ['Character', 'CharacterSet', 'CharacterClass'].includes(type);

function isAtAnEnd(quantifier, flags) {
  const { parent } = quantifier;
  if (parent.type !== 'Alternative' || parent.parent.type !== 'Pattern') return false;
  const [first] = parent.elements;
  const isAnchored = first.type === 'Assertion' && first.kind === 'start' && !flags.includes('m');
  return isAnchored || parent.elements.at(-1) === quantifier;
}
