import type { Answers, Question } from '#contract/safety/compliance.ts';
import { asPlain } from '#contract/base/legal-words.ts';
import type { Lines } from './template.ts';

/** An answer as Markdown, and as it was given: of a choice, the name of what was chosen. */
export interface Answer extends Lines {
  given: string;
}

const unanswered = '_Not answered yet._';

/** Words as somebody typed them: no sign in them makes a heading, a list or a table. */
const typed = (text: string) =>
  asPlain(text)
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')
    .replace(/(?<!\n)\n(?!\n)/g, '  \n');

/** A suggested answer stands until somebody gives another one. */
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
