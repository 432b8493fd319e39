import {
  type Answers,
  type PaperChange,
  type PaperName,
  type PaperState,
  type Question,
  paperReviewDays,
} from '#contract/safety/compliance.ts';
import { day } from '#contract/platform/durations.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { accessibility } from './accessibility.ts';
import { childrenAccess } from './children-access.ts';
import { asThen, type Facts } from './facts.ts';
import { illegalContent } from './illegal-content.ts';
import { measures } from './measures.ts';
import { fillingOf, parts, list, type PaperKind } from './paper.ts';
import { processing } from './processing.ts';
import { retention } from './retention.ts';

export const papers: Record<PaperName, PaperKind> = {
  'illegal-content': illegalContent,
  'children-access': childrenAccess,
  measures,
  accessibility,
  processing,
  retention,
};

/** A document's text below its heading. */
export function textOf(name: PaperName, facts: Facts, answers: Answers): string {
  const kind = papers[name];
  return parts(
    kind.text(fillingOf(kind, facts, answers)),
    '## Sources',
    list(kind.sources.map(({ title, url }) => `[${title}](${url})`)),
    'Drafted by the software from the site’s settings and completed by the people who run it. It is no legal advice.',
  );
}

/** A version's facts and answers at the time of saving. */
export interface Known {
  facts: object;
  answers: Answers;
}

/**
 * Finds the lines that today's facts would change. Both texts use today's wording and the figures
 * of the saved version, so that neither a new wording nor a new member makes a document outdated.
 */
export function changesSince(
  name: PaperName,
  { facts, answers }: Known,
  now: Facts,
): PaperChange[] {
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

/** A line without the signs of Markdown; the cells of a table's row parted by dots. */
const asRead = (line: string) =>
  line
    .replace(/^\| (.*) \|$/, '$1')
    .replaceAll(' | ', ' · ')
    .replace(/^- /, '')
    .replace(/\\(.)/g, '$1')
    .replaceAll('**', '');

export const reviewBy = (savedAt: Date): Date =>
  new Date(savedAt.getTime() + paperReviewDays * day);

export function stateOf(savedAt: Date | undefined, changes: number, now: Date): PaperState {
  if (!savedAt) return 'not_begun';
  if (reviewBy(savedAt) <= now) return 'due';
  return changes > 0 ? 'changed' : 'complete';
}

/** An answer to each question that asks for one, and of a choice one that there is. */
export const answersRefusal = (name: PaperName, facts: Facts, answers: Answers) =>
  refusalOf(name, facts, answers, ({ required }) => required);

/** Validates a draft, in which any answer may still be missing. */
export const draftRefusal = (name: PaperName, facts: Facts, answers: Answers) =>
  refusalOf(name, facts, answers, () => false);

function refusalOf(
  name: PaperName,
  facts: Facts,
  answers: Answers,
  isDemanded: (question: Question) => boolean,
): Refusal | null {
  const questions = papers[name].groups(facts).flatMap((group) => group.questions);
  const known = new Set(questions.map(({ id }) => id));
  const wrong: Record<string, string> = {};
  for (const id of Object.keys(answers)) {
    if (!known.has(id)) wrong[`answers.${id}`] = 'This paper has no such question';
  }
  for (const question of questions) {
    const answer = answers[question.id] ?? '';
    if (answer === '' && isDemanded(question))
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
  name: PaperName,
  facts: Facts,
  answers: Answers,
  base: Answers,
): Answers {
  const questions = papers[name].groups(facts).flatMap((group) => group.questions);
  const suggested = Object.fromEntries(questions.map((each) => [each.id, each.suggested]));
  const isChanged = ([id, answer]: [string, string]) => answer !== (base[id] ?? suggested[id]);
  return Object.fromEntries(Object.entries(answers).filter(isChanged));
}

export const outdatedRefusal = (seen: number, latest: number): Refusal | null =>
  seen === latest ? null : savedMeanwhile();

export const savedMeanwhile = () =>
  new Refusal(
    'conflict',
    'Somebody has saved this paper since you opened it. Your answers are kept on this page: read it again, and compare',
  );
