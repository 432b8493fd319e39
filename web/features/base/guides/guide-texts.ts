import { guideNames, type GuideName } from '#contract/base/guides.ts';
import { helpPath } from '#contract/platform/paths.ts';

const guideFiles = import.meta.glob<string>(['/docs/guide/*.md', '!/docs/guide/README.md'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Returns a guide's file, as it is in the repository. */
export const guideFile = (name: GuideName): string => guideFiles[`/docs/guide/${name}.md`] ?? '';

/** Splits a guide into its title, its first paragraph and the rest. */
export function partsOf(file: string) {
  const [heading = '', about = '', ...rest] = file.trim().split(/\n{2,}/);
  return {
    title: heading.replace(/^# /, ''),
    about: about.replaceAll('\n', ' '),
    text: rest.join('\n\n'),
  };
}

/** Turns links to other guides, which are files in the repository, into links to their pages. */
const withPageLinks = (text: string) =>
  text.replace(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, (_, name: string, anchor = '') => {
    return `](${helpPath}/${name}${anchor})`;
  });

/** Returns the text of a guide's page, without its title and its first paragraph. */
export const guideText = (name: GuideName): string => withPageLinks(partsOf(guideFile(name)).text);

export interface FoundGuide {
  name: GuideName;
  /** The first line that has a word of the search, if it is not in the title. */
  line?: string | undefined;
}

/** Finds the guides that have all words of a search in them; all of them without a word. */
export function findGuides(search: string): FoundGuide[] {
  const words = lettersOf(search).split(' ').filter(Boolean);
  return guideNames.flatMap((name) => {
    const lines = linesOf(guideFile(name));
    const text = lettersOf(lines.join(' '));
    if (!words.every((word) => text.includes(word))) return [];
    const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
    return [{ name, line: longest && lineWith(lines, longest) }];
  });
}

/** Lower case, with one kind of apostrophe and one space between words. */
const lettersOf = (text: string) =>
  text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();

/** Returns paragraphs and steps as plain text, each in one line. */
const linesOf = (file: string) =>
  file
    .replace(/\n(?!\n|\d+\. |- |#)\s*/g, ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:#+|\d+\.|-) /, '')
        .replace(/\*\*|`/g, '')
        .replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1')
        .trim(),
    )
    .filter(Boolean);

/** The title and the first paragraph are on the card already. */
const lineWith = (lines: string[], word: string) =>
  lines.slice(2).find((line) => lettersOf(line).includes(word));
