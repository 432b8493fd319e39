import { readFileSync } from 'node:fs';
import { documentNames, type DocumentName } from '#contract/safety/compliance.ts';
import { projectFile } from '#platform/process/files.ts';

/**
 * Text that keeps its line breaks at the end of a template line, and becomes one line within a
 * sentence or a table.
 */
export interface Lines {
  lines: string;
  line: string;
}

export type Value = string | boolean | Lines | readonly Values[];
export interface Values {
  readonly [name: string]: Value;
}

const tagAlone = /^(\{\{[#^/]\w+\}\})\n/gm;
const tagPattern = /\{\{([#^]?)(\w+)\}\}/;

/**
 * Fills the blanks of a template, `{{name}}`. A section, `{{#name}}…{{/name}}`, is removed if its
 * value is empty or false, and is repeated for each row of a list; `{{^name}}…{{/name}}` is its
 * opposite. A line with only a tag disappears.
 * @throws Error if a blank has no value, or a section has no end
 */
export const bindTemplate = (template: string, values: Values): string =>
  fillTemplate(template.replace(tagAlone, '$1'), values);

/**
 * Fills the first tag and then the rest: a blank that somebody typed into an answer is no blank.
 */
function fillTemplate(template: string, values: Values): string {
  const found = tagPattern.exec(template);
  if (!found) return template;
  const [opening, sign, name = ''] = found;
  const before = template.slice(0, found.index);
  const after = template.slice(found.index + opening.length);
  if (!sign) {
    const endsLine = after === '' || after.startsWith('\n');
    return before + wordsOf(valueOf(name, values), endsLine) + fillTemplate(after, values);
  }
  const closing = `{{/${name}}}`;
  const end = after.indexOf(closing);
  if (end === -1) throw new Error(`The section {{${sign}${name}}} has no end`);
  const section = fillSection(after.slice(0, end), valueOf(name, values), sign === '#', values);
  return before + section + fillTemplate(after.slice(end + closing.length), values);
}

function fillSection(body: string, value: Value, isWanted: boolean, values: Values): string {
  if (isList(value)) return value.map((row) => fillTemplate(body, { ...values, ...row })).join('');
  return (wordsOf(value, true) !== '') === isWanted ? fillTemplate(body, values) : '';
}

function wordsOf(value: Value, endsLine: boolean): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : '';
  if (isList(value)) throw new Error('A list fills a section, and no blank');
  return endsLine ? value.lines : value.line;
}

function valueOf(name: string, values: Values): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`The blank {{${name}}} has no value`);
  return value;
}

const isList = (value: Value): value is readonly Values[] => Array.isArray(value);

/** The names of all blanks and sections. */
export const blanksIn = (template: string): Set<string> =>
  new Set([...template.matchAll(/\{\{[#^]?(\w+)\}\}/g)].map(([, name = '']) => name));

/** A document, its questions for an admin, and two lists that documents share. */
type TextName = DocumentName | `${DocumentName}.questions` | 'harms' | 'data';

export const textNames: readonly TextName[] = [
  ...documentNames,
  ...documentNames.map((name) => `${name}.questions` as const),
  'harms',
  'data',
];

/** `{{> name}}` includes the text of `parts/name.md`. */
const readText = (name: string): string =>
  readFileSync(projectFile(`server/features/safety/compliance/texts/${name}.md`), 'utf8')
    .trim()
    .replace(/\{\{> ([\w-]+)\}\}/g, (_, part: string) => readText(`parts/${part}`));

const documentTexts = new Map(textNames.map((name) => [name, readText(name)]));

export const templateOf = (name: TextName): string => documentTexts.get(name) ?? '';
