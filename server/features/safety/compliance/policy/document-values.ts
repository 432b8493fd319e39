import type { Answers, DocumentName } from '#contract/safety/compliance.ts';
import { answerOf, type Answer } from './answers.ts';
import { dataRows, factValues } from './fact-values.ts';
import type { Facts } from './facts.ts';
import { assessmentValues } from './harms.ts';
import { questionsOf } from './questions.ts';
import type { Values } from './template.ts';

/** A question of the document by its id. */
type AnswerTo = (id: string) => Answer;

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
