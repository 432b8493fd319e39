import type { Answers, Question, QuestionGroup } from '#contract/safety/compliance.ts';
import { asPlain } from '#contract/base/legal-words.ts';
import type { Facts } from './facts.ts';

/** Where a paper has something from. */
export interface Source {
  title: string;
  url: string;
}

/** The values to fill into a text: the facts, and each answer as Markdown. */
export interface Filling {
  facts: Facts;
  /** A paragraph or more. */
  answer: (id: string) => string;
  /** The answer on one line, for a cell of a table. */
  cell: (id: string) => string;
  /** The option that was chosen. */
  choice: (id: string) => string | undefined;
}

/** A group without a step is a step by itself, of its own title. */
export type AskedGroup = Omit<QuestionGroup, 'step'> & Partial<Pick<QuestionGroup, 'step'>>;

export interface PaperKind {
  title: string;
  about: string;
  groups: (facts: Facts) => AskedGroup[];
  /** Markdown, in sections whose headings begin with `## `. */
  text: (filling: Filling) => string;
  sources: readonly Source[];
}

type Asked = Pick<Question, 'id' | 'label'> & Partial<Pick<Question, 'hint' | 'suggested'>>;

export const asks = ({ hint = null, suggested = '', ...rest }: Asked): Question => ({
  ...rest,
  hint,
  suggested,
  options: null,
  required: true,
});

export const mayAdd = (question: Asked): Question => ({ ...asks(question), required: false });

export const chooses = (question: Asked, options: Record<string, string>): Question => ({
  ...asks(question),
  options: Object.entries(options).map(([value, label]) => ({ value, label })),
});

const unanswered = '_Not answered yet._';

/** A member's text, escaped: no character in it makes a heading, a list or a table. */
const typed = (text: string) =>
  asPlain(text)
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')
    .replace(/(?<!\n)\n(?!\n)/g, '  \n');

const folded = (text: string) => typed(text.replace(/\s+/g, ' '));

/** A suggested answer applies until somebody answers. */
export function fillingOf(kind: PaperKind, facts: Facts, answers: Answers): Filling {
  const questions = new Map(
    kind.groups(facts).flatMap(({ questions: all }) => all.map((each) => [each.id, each] as const)),
  );
  const given = (id: string) => answers[id] ?? questions.get(id)?.suggested ?? '';
  const said = (id: string) => {
    const value = given(id);
    return questions.get(id)?.options?.find((option) => option.value === value)?.label ?? value;
  };
  const missing = (id: string) => (questions.get(id)?.required ? unanswered : '');
  return {
    facts,
    answer: (id) => typed(said(id)) || missing(id),
    cell: (id) => folded(said(id)) || missing(id),
    choice: (id) => given(id) || undefined,
  };
}

export const plain = asPlain;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

export const list = (lines: readonly (string | false)[]): string =>
  lines
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n');

/** Joins the parts of a text, each at least a paragraph; false and empty ones are left out. */
export const parts = (...all: readonly (string | false)[]): string =>
  all.filter(Boolean).join('\n\n');
