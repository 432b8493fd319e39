import type { Answers, Question } from '#contract/safety/compliance.ts';
import { asPlain } from '#contract/base/legal-words.ts';
import type { Lines } from './template.ts';

/** An answer as Markdown, and as given: for a choice, the name of the option. */
export interface Answer extends Lines {
  given: string;
}

const unanswered = '_Not answered yet._';

/** Escapes typed text, so no character in it makes a heading, a list or a table. */
const typed = (text: string) =>
  asPlain(text)
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')
    .replace(/(?<!\n)\n(?!\n)/g, '  \n');

/** A suggested answer applies until an admin gives another one. */
export function answerOf({ id, options, suggested, required }: Question, answers: Answers): Answer {
  const given = answers[id] ?? suggested;
  const words = options?.find(({ value }) => value === given)?.label ?? given;
  const missing = required ? unanswered : '';
  return {
    given,
    lines: typed(words) || missing,
    line: typed(words.replace(/\s+/g, ' ')) || missing,
  };
}
