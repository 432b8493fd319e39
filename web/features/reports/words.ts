import type { ReportState, SubjectType } from '../../../contract/reports.ts';

/** What something is called within a sentence. */
export const subjectNouns: Record<SubjectType, string> = {
  event: 'event',
  group: 'group',
  comment: 'comment',
  user: 'member',
};

/** The same as a name for what stands beneath it. */
export const subjectTitles: Record<SubjectType, string> = {
  event: 'Event',
  group: 'Group',
  comment: 'Comment',
  user: 'Member',
};

export const stateWords: Record<
  ReportState,
  { label: string; tone: 'accent' | 'primary' | 'danger' | 'neutral' | 'good' }
> = {
  open: { label: 'Open', tone: 'accent' },
  looking: { label: 'Being looked at', tone: 'primary' },
  upheld: { label: 'Upheld', tone: 'danger' },
  not_upheld: { label: 'Not upheld', tone: 'good' },
  appealed: { label: 'Appealed', tone: 'accent' },
  final: { label: 'Final', tone: 'neutral' },
};

/** The same for the two sides, who need not know how admins file it. */
export const sideWords: Record<ReportState, string> = {
  open: 'Waiting',
  looking: 'Being looked at',
  upheld: 'Decided',
  not_upheld: 'Decided',
  appealed: 'Being looked at again',
  final: 'Final',
};
