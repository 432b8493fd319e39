import { adminPaths } from '#contract/operations/admin-paths.ts';
import type {
  Answers,
  ComplianceDocument,
  DocumentName,
  Question,
  QuestionGroup,
} from '#contract/safety/compliance.ts';

/** One screen of the form; the last one has no questions, and shows the document. */
export interface Step {
  number: number;
  title: string;
  groups: readonly QuestionGroup[];
}

export function stepsOf({ groups }: Pick<ComplianceDocument, 'groups'>): Step[] {
  const titles = [...new Set(groups.map(({ step }) => step))];
  const asked = titles.map((title, place) => ({
    number: place + 1,
    title,
    groups: groups.filter(({ step }) => step === title),
  }));
  return [...asked, { number: asked.length + 1, title: 'Read it and save', groups: [] }];
}

export const questionsIn = (step: Pick<Step, 'groups'>): Question[] =>
  step.groups.flatMap(({ questions }) => questions);

/** The answers in the latest version or saved since; no suggestions. */
export const answersSoFar = ({ answers, savedDraft }: ComplianceDocument): Answers => ({
  ...answers,
  ...savedDraft?.answers,
});

/** A step is done once somebody has gone through it and answered all it demands. */
export const isDone = (step: Step, answers: Answers): boolean =>
  step.groups.length > 0 &&
  questionsIn(step).every(({ id, required }) => !required || Boolean(answers[id]));

export const isLast = (step: Step): boolean => step.groups.length === 0;

/** The first step that is not done; the last where all are. */
export const nextToDo = (steps: readonly Step[], answers: Answers): Step | undefined =>
  steps.find((step) => !isDone(step, answers));

/** The step that an address names; undefined where it names none that there is. */
export const stepAt = (steps: readonly Step[], search: string): Step | undefined =>
  steps.find(({ number }) => String(number) === new URLSearchParams(search).get('step'));

export const stepPath = (paper: DocumentName, { number }: Pick<Step, 'number'>): string =>
  `${adminPaths.paper(paper)}?step=${number}`;
