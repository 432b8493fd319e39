import type { DocumentName, Question, QuestionGroup } from '#contract/safety/compliance.ts';
import { entriesOf, type Entry } from './entries.ts';
import { factValues } from './fact-values.ts';
import type { Facts } from './facts.ts';
import { harms } from './harms.ts';
import { bind, type Values } from './template.ts';
import { templateOf } from './texts.ts';

/** Everything that fills a list of questions. */
export const questionValues = (facts: Facts): Values => ({
  ...factValues(facts),
  harms: harms.map((harm) => ({ ...harm })),
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
  for (const entry of entriesOf(bind(templateOf(`${name}.questions`), questionValues(facts)))) {
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
