import { matchesGlob } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A sentence that begins with one of these has no subject yet. */
const withoutSubject = /^(?:What|Whoever|Who|Of|So|The same)\b/;
const mostSummaryWords = 8;
const longestLine = 100;

/** A file of the source, in backticks, perhaps from the middle of its path. */
const sourcePath = /`([\w.@{},*-]+(?:\/[\w.@{},*-]+)*\.(?:tsx?|mjs|sql))`/g;

/**
 * Finds comments and summaries that a newcomer would have to translate, a line each.
 * @param sources the text of every file by its path from the root
 */
export const wordProblems = (sources) =>
  [...sources].flatMap(([file, text]) => [
    ...commentProblems(file, text),
    ...(file.startsWith('contract/') ? summaryProblems(file, text) : []),
  ]);

function commentProblems(file, text) {
  let end = -1;
  return parseSync(file, text).comments.flatMap((comment) => {
    const continues = comment.type === 'Line' && /^\s*$/.test(text.slice(end, comment.start));
    end = comment.end;
    if (continues) return [];
    const words = comment.value.replace(/^[\s*]+/, '');
    const [start] = withoutSubject.exec(words) ?? [];
    return start ? [`${file}:${lineAt(text, comment.start)} a comment begins with '${start}'`] : [];
  });
}

const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

function summaryProblems(file, text) {
  return [...text.matchAll(/\bsummary:\s*(['"])(.*?)\1,?\n/g)].flatMap(([, , summary]) => {
    const words = summary.split(' ');
    const says = (why) => [`${file}: the summary '${summary}' ${why}`];
    if (words.length > mostSummaryWords) return says(`has more than ${mostSummaryWords} words`);
    return /[^s]s$/.test(words[0]) ? says('begins with no imperative') : [];
  });
}

/**
 * Finds lines of prose that are too long to read beside code; tables, code and bare links may be.
 * Also finds blocks of code that a reflow has joined into the line of their fence, and what a
 * rendered document leaves out.
 */
export function docProblems(documents) {
  return [...documents].flatMap(([file, text]) => {
    let inCode = false;
    const lines = text.split('\n').flatMap((line, index) => {
      if (/^\s*```\w* +\S/.test(line)) return [`${file}:${index + 1} has code beside its fence`];
      if (/^\s*```/.test(line)) inCode = !inCode;
      const mayBeLong = inCode || /^\s*(?:\||\S+$)/.test(line);
      return line.length > longestLine && !mayBeLong
        ? [`${file}:${index + 1} has ${line.length} characters; prose wraps at ${longestLine}`]
        : [];
    });
    return [...lines, ...placeholderProblems(file, text)];
  });
}

/** The elements that documents use on purpose. */
const elements = /^<\/?(?:p|picture|source|img|br)\b/;

/** Finds placeholders outside code: a reader's browser takes '<town>' for an element. */
const placeholderProblems = (file, text) =>
  proseOf(text)
    .flatMap((prose) => prose.match(/<[^<>\n]+>/g) ?? [])
    .filter((found) => !elements.test(found) && !/^<https?:/.test(found))
    .map((found) => `${file}: ${found} vanishes from the rendered page; put it into backticks`);

/** The parts of a text outside blocks and spans of code. */
const proseOf = (text) =>
  text
    .split(/^ *```.*$/m)
    .filter((_, index) => index % 2 === 0)
    .flatMap((block) => block.split('`').filter((_, index) => index % 2 === 0));

/** Finds source files that a document names and that don't exist. */
export function pathProblems(documents, files) {
  const exists = (path) =>
    /[{*]/.test(path)
      ? files.some((file) => matchesGlob(`/${file}`, `/**/${path}`))
      : files.some((file) => `/${file}`.endsWith(`/${path}`));
  return [...documents].flatMap(([file, text]) =>
    [...text.matchAll(sourcePath)]
      .filter(([, path]) => !exists(path))
      .map(([, path]) => `${file} names ${path}, which doesn't exist`),
  );
}
