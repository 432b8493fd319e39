import type { AuthorDecision, Decision, SubjectType } from '#contract/safety/reports.ts';
import { subjectNouns } from '#contract/safety/report-words.ts';

interface DecisionWords {
  label: string;
  description: string;
}

/** Labels a decision for the admin who makes it. */
export function decisionWords(decision: Decision, type: SubjectType): DecisionWords {
  const it = `the ${subjectNouns[type]}`;
  const words: Record<Decision, DecisionWords> = {
    nothing: { label: 'Nothing is wrong', description: 'It may stay as it is.' },
    hide: {
      label: `Hide ${it}`,
      description: 'Only its author and admins will see it.',
    },
    delete: {
      label: `Delete ${it}`,
      description: 'It will be gone for good, with everything that belongs to it.',
    },
    warn: { label: 'Warn its author', description: "It stays. We'll tell them what was wrong." },
    suspend: {
      label: 'Suspend for a time',
      description: 'They can’t log in until it ends. What they wrote stays.',
    },
    ban: { label: 'Ban', description: 'They can’t log in again. What they wrote stays.' },
    police: {
      label: 'Hand it to the police or a hotline',
      description: "It's hidden but kept. Please tell them yourself, using the links below.",
    },
  };
  const chosen = words[decision];
  return type === 'user' ? { ...chosen, ...memberWords[decision] } : chosen;
}

/** Labels that differ if a member was reported. */
const memberWords: Partial<Record<Decision, Partial<DecisionWords>>> = {
  nothing: { description: 'No action is taken.' },
  delete: { label: 'Delete the account', description: 'It will be gone for good.' },
  warn: { label: 'Warn them', description: "We'll tell them what was wrong." },
  police: { description: 'Please tell them yourself, using the links below.' },
};

/** Labels what a decision does about the author besides. */
export const authorWords: Record<AuthorDecision | 'nothing', DecisionWords> = {
  nothing: { label: 'Nothing more', description: "They'll read your reason." },
  warn: { label: 'Warn them, too', description: "We'll tell them what was wrong." },
  suspend: { label: 'Suspend them, too', description: 'They can’t log in until it ends.' },
  ban: { label: 'Ban them, too', description: 'They can’t log in again.' },
};

/** Tells whether a decision can also be about the author. */
export const takesAuthor = (decision: Decision | undefined): boolean =>
  decision === 'hide' || decision === 'delete';

interface ChosenDecision {
  decision: Decision;
  authorDecision?: AuthorDecision | null | undefined;
}

/** 'Delete the event, and ban its author' */
export const labelOf = (
  { decision, authorDecision }: ChosenDecision,
  type: SubjectType,
): string => {
  const { label } = decisionWords(decision, type);
  return authorDecision ? `${label}, and ${authorEndings[authorDecision]}` : label;
};

const authorEndings: Record<AuthorDecision, string> = {
  warn: 'warn its author',
  suspend: 'suspend its author',
  ban: 'ban its author',
};

export const descriptionOf = (chosen: ChosenDecision, type: SubjectType): string =>
  [
    decisionWords(chosen.decision, type),
    ...(chosen.authorDecision ? [authorWords[chosen.authorDecision]] : []),
  ]
    .map(({ description }) => description)
    .join(' ');
