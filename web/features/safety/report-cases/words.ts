import type { ReportState } from '#contract/safety/reports.ts';

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

/** The state in words for both sides of the case. */
export const sideWords: Record<ReportState, string> = {
  open: 'Waiting',
  looking: 'Being looked at',
  upheld: 'Decided',
  not_upheld: 'Decided',
  appealed: 'Being looked at again',
  final: 'Final',
};
