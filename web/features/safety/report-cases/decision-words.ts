import type { Decision, SubjectType } from '#contract/safety/reports.ts';
import { subjectNouns } from '#contract/safety/report-words.ts';

interface DecisionWords {
  label: string;
  description: string;
}

/** Words a decision for the admin who takes it. */
export function decisionWords(decision: Decision, type: SubjectType): DecisionWords {
  const it = `the ${subjectNouns[type]}`;
  const words: Record<Decision, DecisionWords> = {
    nothing: { label: 'Nothing is wrong', description: 'It may stay as it is.' },
    hide: {
      label: `Hide ${it}`,
      description: 'It is gone for all but its author and admins.',
    },
    delete: {
      label: `Delete ${it}`,
      description: 'It goes for good, with all that belongs to it.',
    },
    warn: { label: 'Warn its author', description: 'It stays. They are told what was wrong.' },
    suspend: {
      label: 'Suspend for a time',
      description: 'They can’t log in until it is over. What they wrote stays.',
    },
    ban: { label: 'Ban', description: 'They can’t log in any more. What they wrote stays.' },
    police: {
      label: 'Hand it to the police or a hotline',
      description: 'It is hidden and kept. You tell them of it yourself, at the addresses below.',
    },
  };
  const chosen = words[decision];
  return type === 'user' ? { ...chosen, ...ofMember[decision] } : chosen;
}

/** Where it is a person that was reported. */
const ofMember: Partial<Record<Decision, Partial<DecisionWords>>> = {
  nothing: { description: 'Nothing is done.' },
  delete: { label: 'Delete the account', description: 'It goes for good.' },
  warn: { label: 'Warn them', description: 'They are told what was wrong.' },
  police: { description: 'You tell them of it yourself, at the addresses below.' },
};
