import type { Decision, SubjectType } from '#contract/safety/reports.ts';
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
