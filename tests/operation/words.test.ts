import { expect, it } from 'vitest';

const words = (await import(
  new URL('../../scripts/structure/words.mjs', import.meta.url).href
)) as {
  wordProblems: (sources: Map<string, string>) => string[];
  docProblems: (documents: Map<string, string>) => string[];
  pathProblems: (documents: Map<string, string>, files: string[]) => string[];
};

it.each([
  ['web/a.ts', '\n/** What it is. */', "web/a.ts:2 a comment begins with 'What'"],
  [
    'contract/a.ts',
    "const a = { summary: 'Lists events',\n};",
    "contract/a.ts: the summary 'Lists events' begins with no imperative",
  ],
  [
    'contract/a.ts',
    "const a = { summary: 'List one two three four five six seven eight',\n};",
    "contract/a.ts: the summary 'List one two three four five six seven eight' has more than 8 words",
  ],
])('the check of words refuses in %s: %s', (file, text, problem) => {
  expect(words.wordProblems(new Map([[file, text]]))).toEqual([problem]);
});

it('the check of words refuses a long line of a guide, but not of a table or of code', () => {
  const long = 'word '.repeat(21);
  const text = `${long}\n| ${long}\n1. one\n\n   \`\`\`sh\n   ${long}\n   \`\`\``;
  expect(words.docProblems(new Map([['docs/a.md', text]]))).toEqual([
    'docs/a.md:1 has 105 characters; prose wraps at 100',
  ]);
});

it('the check of words refuses a placeholder that a rendered page leaves out', () => {
  const text = "It begins with 'Near <town>'.\n`Near\n<town>` <br>\n```sh\ncp <file> .\n```";
  expect(words.docProblems(new Map([['docs/a.md', text]]))).toEqual([
    'docs/a.md: <town> vanishes from the rendered page; put it into backticks',
  ]);
});

it('the check of words refuses code that a reflow has joined to its fence', () => {
  const text = 'Run it:\n\n   ```sh cp one two install three ```';
  expect(words.docProblems(new Map([['docs/a.md', text]]))).toEqual([
    'docs/a.md:3 has code beside its fence',
  ]);
});

it('the check of words refuses the path of a source that does not exist', () => {
  const text = '`server/a.ts` and `{a,b}.ts` call `http/c.ts`; `/api/d.ts` is an address';
  const files = ['server/a.ts', 'server/b.ts'];
  expect(words.pathProblems(new Map([['docs/a.md', text]]), files)).toEqual([
    "docs/a.md names http/c.ts, which doesn't exist",
  ]);
});
