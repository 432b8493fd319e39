import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideNames, guidePath } from '#contract/base/guides.ts';
import { helpPath } from '#contract/platform/paths.ts';
import { projectFile } from '#platform/process/files.ts';

const inFolder = (folder: string) =>
  readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const documents = [
  ...readdirSync(projectFile('.')).filter((name) => name.endsWith('.md')),
  ...inFolder('docs'),
  'server/platform/db/fast/README.md',
];

const textOf = (document: string) => readFileSync(projectFile(document), 'utf8');

/** Leaves out code, in which brackets mean something else. */
const withoutCode = (text: string) =>
  text.replace(/^ *```.*?^ *```$/gms, '').replace(/`[^`\n]*`/g, 'code');

const linksIn = (document: string) =>
  [...withoutCode(textOf(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, address = '']) => address,
  );

/** Returns the anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string) =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns why an address leads nowhere, if so. */
function problemOf(document: string, address: string): string | undefined {
  if (/^(https?|mailto):/.test(address)) return undefined;
  if (address.startsWith('/')) return pageProblem(address);
  const [path = '', anchor] = address.split('#');
  const target = path === '' ? document : normalize(join(dirname(document), path));
  if (!existsSync(projectFile(target))) return `there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).includes(anchor) ? undefined : `${target} has no heading #${anchor}`;
}

const pages = new Set<string>([helpPath, ...guideNames.map(guidePath)]);

const pageProblem = (address: string) =>
  pages.has(address) ? undefined : `there is no page ${address}`;

it('no document has a dead link', () => {
  const problems = documents.flatMap((document) =>
    linksIn(document).flatMap((address) => {
      const problem = problemOf(document, address);
      return problem === undefined ? [] : [`${document} has ${address}: ${problem}`];
    }),
  );
  expect(problems).toEqual([]);
});

describe('a dead link', () => {
  it.each([
    ['nowhere.md', 'there is no docs/nowhere.md'],
    ['settings.md#nothing', 'docs/settings.md has no heading #nothing'],
    ['#nothing', 'docs/self-hosting.md has no heading #nothing'],
    ['/help/nothing', 'there is no page /help/nothing'],
  ])('is found: %s', (address, problem) => {
    expect(problemOf('docs/self-hosting.md', address)).toBe(problem);
  });
});

describe('the guides', () => {
  it('are the files of docs/guide, and its README lists each', () => {
    const files = readdirSync(projectFile('docs/guide')).filter((name) => name !== 'README.md');
    expect(files.toSorted()).toEqual(guideNames.map((name) => `${name}.md`).toSorted());
    expect(linksIn('docs/guide/README.md')).toEqual(expect.arrayContaining(files));
  });
});
