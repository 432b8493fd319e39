import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Pattern {
  place: string;
  source: string;
  flags: string;
}
interface Check {
  patternsInSources: (
    root: string,
    folders: string[],
  ) => { patterns: Pattern[]; problems: string[] };
  patternsInSchemas: (root: string) => Promise<Pattern[]>;
  superLinear: (patterns: Pattern[]) => Promise<string[]>;
}

const { patternsInSources, patternsInSchemas, superLinear } = (await import(
  new URL('../../scripts/structure/patterns.mjs', import.meta.url).href
)) as Check;
const zod = import.meta.resolve('zod');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patterns-'));
  mkdirSync(join(root, 'contract'));
});
afterEach(() => rmSync(root, { recursive: true }));

const plant = (source: string) => writeFileSync(join(root, 'contract', 'planted.ts'), source);

describe('a pattern in the sources', () => {
  it.each([
    ['that takes the square of a text, from wherever it begins', String.raw`/[a-z-]+\.com/`],
    ['with two parts that take the same signs', String.raw`/^\d+.*x$/`],
    ['that is tried anew behind each word', '/ (?:by|on) .*$/'],
    ['with a repetition in a repetition', '/^(a+)+$/'],
  ])('%s is found, with its file and line', async (_, pattern) => {
    plant(`const harmless = /^a+b$/;\n\nexport const rule = ${pattern};\n`);
    const { patterns, problems } = patternsInSources(root, ['contract']);
    expect(problems).toEqual([]);
    expect(await superLinear(patterns)).toEqual([
      expect.stringMatching(/^contract\/planted\.ts:3 has .*not linear/),
    ]);
  });

  it('with a back-reference is refused', async () => {
    plant(String.raw`export const rule = /(a+)\1b/;`);
    const { patterns } = patternsInSources(root, ['contract']);
    expect(await superLinear(patterns)).toEqual([expect.stringContaining('refers back')]);
  });

  it.each(["new RegExp('a+b')", "RegExp('a+b')"])('by %s is refused', (pattern) => {
    plant(`export const rule = ${pattern};\n`);
    expect(patternsInSources(root, ['contract']).problems).toEqual([
      "contract/planted.ts:1 puts a pattern together, which can't be looked at",
    ]);
  });

  it.each([
    String.raw`/^[\w-]{16,64}$/`,
    String.raw`/\s+/g`,
    String.raw`/^https?:\/\/\S+$/i`,
    String.raw`/\{(\w+)\}/g`,
    String.raw`/[^\p{L}]+/gu`,
  ])('does not include %s', async (pattern) => {
    plant(`export const rule = ${pattern};\n`);
    const { patterns } = patternsInSources(root, ['contract']);
    expect(patterns).toHaveLength(1);
    expect(await superLinear(patterns)).toEqual([]);
  });
});

it('a pattern in a schema is found, at any depth', async () => {
  plant(`import { z } from '${zod}';
    export const form = z.object({ names: z.array(z.string().regex(/^(a|a)*$/)).optional() });`);
  const patterns = await patternsInSchemas(root);
  expect(await superLinear(patterns)).toEqual([
    expect.stringMatching(/^contract\/planted\.ts by a schema has .*not linear/),
  ]);
});
