import type { Answers, DocumentName, Question } from '#contract/safety/compliance.ts';
import { asPlain } from '#contract/base/legal-words.ts';
import { factValues, timeValues, type Facts } from './facts.ts';
import { harms, questionsOf, type Harm } from './questions.ts';
import { bindTemplate, templateOf, type Lines, type Values } from './template.ts';

/** An answer as Markdown, and as given: for a choice, the name of the option. */
interface Answer extends Lines {
  given: string;
}

const unansweredText = '_Not answered yet._';

/** Escapes typed text, so no character in it makes a heading, a list or a table. */
const typedAnswer = (text: string) =>
  asPlain(text)
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')
    .replace(/(?<!\n)\n(?!\n)/g, '  \n');

/** A suggested answer applies until an admin gives another one. */
function answerOf({ id, options, suggested, required }: Question, answers: Answers): Answer {
  const given = answers[id] ?? suggested;
  const words = options?.find(({ value }) => value === given)?.label ?? given;
  const missing = required ? unansweredText : '';
  return {
    given,
    lines: typedAnswer(words) || missing,
    line: typedAnswer(words.replace(/\s+/g, ' ')) || missing,
  };
}

/** A question of the document by its id. */
type AnswerTo = (id: string) => Answer;

/**
 * The assessed kinds. A service with two or more raised risks is multi-risk, for which Ofcom's
 * codes require more.
 */
function assessmentValues(answerTo: AnswerTo): Values {
  const isRaised = ({ name }: Harm) => ['medium', 'high'].includes(answerTo(`${name}_level`).given);
  const raised = harms.filter(isRaised).map(({ title }) => title.toLowerCase());
  return {
    harms: harms.map(({ name, ...harm }) => ({
      ...harm,
      likelihood: answerTo(`${name}_likelihood`),
      impact: answerTo(`${name}_impact`),
      level: answerTo(`${name}_level`),
      known: answerTo(`${name}_evidence`),
    })),
    noKindRaised: raised.length === 0,
    oneKindRaised: raised.length === 1,
    manyKindsRaised: raised.length > 1,
    raisedCount: String(raised.length),
    raisedKinds: raised.join('; '),
  };
}

/** Returns the cells of each row of a table, without its head. */
export const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/^\| | \|$/g, '').split(' | '));

/** All personal data that the product stores: each item is a row of the table in `data.md`. */
const dataRows = (facts: Facts): Values[] =>
  rowsOf(bindTemplate(templateOf('data'), timeValues(facts))).map(
    ([what = '', whose = '', why = '', basis = '', time = '']) => ({
      what,
      whose,
      why,
      basis,
      time,
    }),
  );

/** Values that each document derives from its facts and answers. */
const derivedValues: Partial<Record<DocumentName, (answerTo: AnswerTo, facts: Facts) => Values>> = {
  'illegal-content': assessmentValues,
  'children-access': (answerTo) => ({
    ageIsAssured: answerTo('assurance').given === 'effective',
    childrenAreLikely: areChildrenLikely(answerTo),
  }),
  processing: (_, facts) => ({ data: dataRows(facts) }),
  retention: (_, facts) => ({ data: dataRows(facts) }),
};

/** The Act assumes child users unless it can be shown that they stay away. */
const areChildrenLikely = (answerTo: AnswerTo): boolean =>
  answerTo('assurance').given !== 'effective' &&
  (answerTo('significant').given !== 'no' || answerTo('attracts').given !== 'no');

/** Everything that fills a document's template, in three parts. */
export function documentValues(name: DocumentName, facts: Facts, answers: Answers) {
  const all = questionsOf(name, facts).map((each) => [each.id, answerOf(each, answers)] as const);
  const byId = new Map(all);
  const answerTo = (id: string): Answer => {
    const answer = byId.get(id);
    if (!answer) throw new Error(`${name} has no question ${id}`);
    return answer;
  };
  return {
    facts: factValues(facts),
    answers: Object.fromEntries(all) satisfies Values,
    derived: derivedValues[name]?.(answerTo, facts) ?? {},
  };
}
