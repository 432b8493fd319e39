import { adminPaths } from '#contract/operations/admin-paths.ts';
import type {
  Answers,
  ComplianceDocument,
  DocumentName,
  Question,
  QuestionGroup,
} from '#contract/safety/compliance.ts';

/** One screen of the form. The last one has no questions and shows the document. */
export interface Step {
  number: number;
  title: string;
  groups: readonly QuestionGroup[];
}

export function stepsOf({ groups }: Pick<ComplianceDocument, 'groups'>): Step[] {
  const titles = [...new Set(groups.map(({ step }) => step))];
  const steps = titles.map((title, place) => ({
    number: place + 1,
    title,
    groups: groups.filter(({ step }) => step === title),
  }));
  return [...steps, { number: steps.length + 1, title: 'Read it and save', groups: [] }];
}

export const questionsIn = (step: Pick<Step, 'groups'>): Question[] =>
  step.groups.flatMap(({ questions }) => questions);

/** Answers in the latest version or the saved draft, without suggestions. */
export const answersSoFar = ({ answers, savedDraft }: ComplianceDocument): Answers => ({
  ...answers,
  ...savedDraft?.answers,
});

/** A step is done once all its required questions have answers. */
export const isDone = (step: Step, answers: Answers): boolean =>
  step.groups.length > 0 &&
  questionsIn(step).every(({ id, required }) => !required || Boolean(answers[id]));

export const isLast = (step: Step): boolean => step.groups.length === 0;

/** Returns the first step that isn't done; the last step never is. */
export const nextToDo = (steps: readonly Step[], answers: Answers): Step | undefined =>
  steps.find((step) => !isDone(step, answers));

/** Returns the step in the query string, or undefined if there is none. */
export const stepAt = (steps: readonly Step[], search: string): Step | undefined =>
  steps.find(({ number }) => String(number) === new URLSearchParams(search).get('step'));

export const stepPath = (paper: DocumentName, { number }: Pick<Step, 'number'>): string =>
  `${adminPaths.paper(paper)}?step=${number}`;
