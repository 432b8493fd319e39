import type { DocumentName, Question, QuestionGroup } from '#contract/safety/compliance.ts';
import { factValues, type Facts } from './facts.ts';
import { bindTemplate, templateOf, type Values } from './template.ts';

/** A heading of a Markdown file, with the lines `- name: value` and the paragraphs below it. */
interface Entry {
  depth: number;
  title: string;
  fields: ReadonlyMap<string, string>;
  paragraphs: readonly string[];
}

export const entriesOf = (markdown: string): Entry[] =>
  markdown.split(/^(?=#+ )/m).map((part) => {
    const [heading = '', ...lines] = part.split('\n').filter(Boolean);
    const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(heading) ?? [];
    return {
      depth: marks.length,
      title,
      fields: new Map(lines.flatMap(fieldIn)),
      paragraphs: lines.filter((line) => !line.startsWith('- ')),
    };
  });

/** A field without a value is present and empty. */
function fieldIn(line: string): [string, string][] {
  const [, name, value = ''] = /^- ([\w ]+?)(?:: (.*))?$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, value]];
}

/**
 * A kind of illegal content that Ofcom wants assessed separately, the risk levels suggested for it,
 * and the step of the form that asks about it, among others.
 */
export type Harm = Record<HarmField | 'step' | 'title' | 'law' | 'here', string>;
type HarmField = 'name' | 'likelihood' | 'impact' | 'level';

function readHarms(): Harm[] {
  let step = '';
  return entriesOf(templateOf('harms')).flatMap((entry) => {
    if (entry.depth === 2) step = entry.title;
    return entry.depth === 3 ? [harmOf(entry, step)] : [];
  });
}

function harmOf({ title, fields, paragraphs: [law = '', here = ''] }: Entry, step: string): Harm {
  const field = (name: HarmField) => fields.get(name) ?? '';
  return {
    name: field('name'),
    step,
    title,
    law,
    here,
    likelihood: field('likelihood'),
    impact: field('impact'),
    level: field('level'),
  };
}

export const harms: readonly Harm[] = readHarms();

/** Everything that fills a list of questions. */
export const questionValues = (facts: Facts): Values => ({
  ...factValues(facts),
  harms,
});

/** Returns a document's title and what it is about. */
export function headingOf(name: DocumentName): { title: string; about: string } {
  const [first] = entriesOf(templateOf(`${name}.questions`));
  return { title: first?.title ?? '', about: first?.paragraphs.join(' ') ?? '' };
}

/**
 * Returns the questions of a document: a heading for each group, and one below it for each
 * question.
 */
export function questionGroups(name: DocumentName, facts: Facts): QuestionGroup[] {
  const groups: QuestionGroup[] = [];
  for (const entry of entriesOf(
    bindTemplate(templateOf(`${name}.questions`), questionValues(facts)),
  )) {
    if (entry.depth === 2) groups.push(groupOf(entry));
    if (entry.depth === 3) groups.at(-1)?.questions.push(questionOf(entry));
  }
  return groups;
}

/** A group without a step is its own step, with its own title. */
const groupOf = ({ title, fields, paragraphs }: Entry): QuestionGroup => ({
  step: fields.get('step') ?? title,
  title,
  lead: paragraphs.join(' '),
  questions: [],
});

function questionOf({ title, fields }: Entry): Question {
  const options = [...fields].flatMap(([field, label]) => {
    const value = /^option (\w+)$/.exec(field)?.[1];
    return value === undefined ? [] : [{ value, label }];
  });
  return {
    id: fields.get('name') ?? '',
    label: title,
    hint: fields.get('hint') ?? null,
    suggested: fields.get('suggested') ?? '',
    options: options.length > 0 ? options : null,
    required: !fields.has('optional'),
  };
}

export const questionsOf = (name: DocumentName, facts: Facts): Question[] =>
  questionGroups(name, facts).flatMap(({ questions }) => questions);
