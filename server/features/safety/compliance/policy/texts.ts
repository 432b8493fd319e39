import { readFileSync } from 'node:fs';
import { documentNames, type DocumentName } from '#contract/safety/compliance.ts';
import { projectFile } from '#platform/process/files.ts';

/** A document, its questions for an admin, and two lists that documents share. */
type TextName = DocumentName | `${DocumentName}.questions` | 'harms' | 'data';

export const textNames: readonly TextName[] = [
  ...documentNames,
  ...documentNames.map((name) => `${name}.questions` as const),
  'harms',
  'data',
];

/** `{{> name}}` includes the text of `parts/name.md`. */
const read = (name: string): string =>
  readFileSync(projectFile(`server/features/safety/compliance/texts/${name}.md`), 'utf8')
    .trim()
    .replace(/\{\{> ([\w-]+)\}\}/g, (_, part: string) => read(`parts/${part}`));

const texts = new Map(textNames.map((name) => [name, read(name)]));

export const templateOf = (name: TextName): string => texts.get(name) ?? '';
