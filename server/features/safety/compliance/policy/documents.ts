import {
  type Answers,
  type DocumentChange,
  type DocumentName,
  type DocumentState,
  type Question,
  documentReviewDays,
} from '#contract/safety/compliance.ts';
import { day } from '#contract/platform/durations.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { documentValues } from './document-values.ts';
import { asThen, type Facts } from './facts.ts';
import { questionsOf } from './questions.ts';
import { bindTemplate, templateOf } from './template.ts';

/** The text of a document below its heading. */
export function textOf(name: DocumentName, facts: Facts, answers: Answers): string {
  const values = documentValues(name, facts, answers);
  return bindTemplate(templateOf(name), { ...values.facts, ...values.answers, ...values.derived });
}

/** A version's facts and answers at the time of saving. */
export interface DocumentInput {
  facts: object;
  answers: Answers;
}

/**
 * Returns the lines that today's facts would change. Both texts use today's template and the
 * earlier figures, so neither a new wording nor a new member makes a document out of date.
 */
export function changesSince(
  name: DocumentName,
  { facts, answers }: DocumentInput,
  now: Facts,
): DocumentChange[] {
  const then = asThen(facts, now);
  const was = sectionsOf(textOf(name, then, answers));
  const is = sectionsOf(textOf(name, { ...now, figures: then.figures }, answers));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((section) => {
    const [before, after] = [was.get(section) ?? [], is.get(section) ?? []];
    const change = {
      section,
      was: before.filter((line) => !after.includes(line)).map(asRead),
      now: after.filter((line) => !before.includes(line)).map(asRead),
    };
    return change.was.length + change.now.length > 0 ? [change] : [];
  });
}

function sectionsOf(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const title = /^##+ (.*)$/.exec(line)?.[1];
    if (title === undefined) lines.push(line);
    else sections.set(title, (lines = sections.get(title) ?? []));
  }
  return sections;
}

/** Strips Markdown from a line; dots separate the cells of a table's row. */
const asRead = (line: string) =>
  line
    .replace(/^\| (.*) \|$/, '$1')
    .replaceAll(' | ', ' · ')
    .replace(/^- /, '')
    .replace(/\\(.)/g, '$1')
    .replaceAll('**', '');

export const reviewBy = (savedAt: Date): Date =>
  new Date(savedAt.getTime() + documentReviewDays * day);

export function stateOf(savedAt: Date | undefined, changes: number, now: Date): DocumentState {
  if (!savedAt) return 'not_begun';
  if (reviewBy(savedAt) <= now) return 'due';
  return changes > 0 ? 'changed' : 'complete';
}

/**
 * Requires an answer to each mandatory question unless they are a draft's, and for a choice one of
 * its options.
 */
export function answersRefusal(
  name: DocumentName,
  facts: Facts,
  answers: Answers,
  isDraft: boolean,
): Refusal | null {
  const questions = questionsOf(name, facts);
  const questionIds = new Set(questions.map(({ id }) => id));
  const wrong: Record<string, string> = {};
  for (const id of Object.keys(answers)) {
    if (!questionIds.has(id)) wrong[`answers.${id}`] = 'This document has no such question';
  }
  for (const question of questions) {
    const answer = answers[question.id] ?? '';
    if (answer === '' && question.required && !isDraft)
      wrong[`answers.${question.id}`] = 'Please answer this';
    if (answer !== '' && !isOffered(question, answer))
      wrong[`answers.${question.id}`] = 'Please choose one of the answers';
  }
  return Object.keys(wrong).length > 0 ? invalid(wrong) : null;
}

const isOffered = ({ options }: Question, answer: string): boolean =>
  options?.some(({ value }) => value === answer) ?? true;

/**
 * The draft's answers that differ from the version it was written from, or from the suggested ones.
 * Newer saved answers replace all others.
 */
export function changedAnswers(
  name: DocumentName,
  facts: Facts,
  answers: Answers,
  base: Answers,
): Answers {
  const suggested = Object.fromEntries(
    questionsOf(name, facts).map((each) => [each.id, each.suggested]),
  );
  const isChanged = ([id, answer]: [string, string]) => answer !== (base[id] ?? suggested[id]);
  return Object.fromEntries(Object.entries(answers).filter(isChanged));
}

export const outdatedRefusal = (seen: number, latest: number): Refusal | null =>
  seen === latest ? null : savedMeanwhile();

export const savedMeanwhile = () =>
  new Refusal(
    'conflict',
    'Someone has saved this document since you opened it. Your answers are still on this page: read the new version and compare',
  );
