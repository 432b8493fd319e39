import { formatDay, formatMoment } from '../../../contract/dates.ts';
import { isIllegal } from '../../../contract/report-kinds.ts';
import {
  outcomeToReporter,
  outcomeToSubject,
  subjectWords,
} from '../../../contract/report-words.ts';
import type { ReportView } from '../../../contract/reports.ts';
import type { Detail, Letter, LettersOf, Writing } from '../../platform/mail/letter.ts';
import { reportById, sideInLetter, viewOf } from './queries/sides.ts';

declare module '../../platform/mail/outbox.ts' {
  interface Effects {
    report_received: { reportId: number };
    /** To whoever reported; of an appeal that is decided, too. */
    report_decided: { caseId: number };
    /** The same to whose thing it is about. */
    report_about_you: { caseId: number };
  }
}

type Kind = 'report_received' | 'report_decided' | 'report_about_you';

/** They name neither side to the other, and nothing that was said: what is reported is not mailed on. */
export const reportLetters: LettersOf<Kind> = {
  report_received: {
    toSuspended: true,
    ownWords: true,
    write: async ({ reportId }, { db, site }) => {
      const report = await reportById(db, reportId);
      return (
        report && {
          subject: `Your report ${report.reference}`,
          preheader: `We decide on it by ${formatDay(report.expectedBy)}.`,
          paragraphs: [
            `Thank you for your report of ${subjectWords[report.subjectType]} at ${site.name}. An admin looks at it, and we write to you once it is decided.`,
            ...(isIllegal(report.kind)
              ? ['If somebody is in danger now, please don’t wait for us: call 999.']
              : []),
            'Whoever it is about is never told who reported it.',
          ],
          details: [
            { label: 'Number', value: report.reference },
            { label: 'Decided by', value: formatMoment(report.expectedBy) },
          ],
          button: {
            label: 'See how it stands',
            key: { opens: 'report', reference: report.reference },
          },
          closing: keepIt,
        }
      );
    },
  },

  report_decided: {
    toSuspended: true,
    ownWords: true,
    write: async ({ caseId }, writing) => {
      const view = await viewFor(caseId, 'reporter', writing);
      if (!view?.outcome) return undefined;
      const { outcome, subject } = view;
      return decided(view, writing, {
        subject: `We have decided on your report ${view.reference}`,
        paragraphs: [
          `You reported ${subjectWords[subject.type]} at ${writing.site.name}. ${outcomeToReporter[outcome.decision]}`,
          `The reason: ${outcome.reason}`,
        ],
      });
    },
  },

  report_about_you: {
    toSuspended: true,
    ownWords: true,
    write: async ({ caseId }, writing) => {
      const view = await viewFor(caseId, 'subject', writing);
      if (!view?.outcome) return undefined;
      const { outcome, subject } = view;
      const what = subject.type === 'user' ? 'you' : `${subjectWords[subject.type]} of yours`;
      return decided(view, writing, {
        subject: `We have decided on a report: ${view.reference}`,
        paragraphs: [
          `Somebody reported ${what} at ${writing.site.name}, and we have looked at it. ${outcomeToSubject[outcome.decision]}`,
          `The reason: ${outcome.reason}`,
        ],
      });
    },
  },
};

/** As things are when the letter goes out: of several decisions the last. */
async function viewFor(caseId: number, side: ReportView['side'], { db, recipient }: Writing) {
  const found = await sideInLetter(db, caseId, side, recipient);
  return found && viewOf(db, found);
}

const keepIt =
  'Please don’t forward this email: whoever has the button sees this report and can answer in your place.';

function decided(
  { reference, outcome, state, can }: ReportView,
  { site }: Writing,
  said: { subject: string; paragraphs: string[] },
): Letter {
  const until: Detail[] = outcome?.until
    ? [{ label: 'Until', value: formatMoment(outcome.until) }]
    : [];
  return {
    ...said,
    preheader: state === 'final' ? 'This ends the appeal.' : 'What we decided, and why.',
    paragraphs: [
      ...said.paragraphs,
      ...(can.appeal
        ? [
            'If you disagree, you can appeal once. Somebody else looks at it then, where there is somebody else.',
          ]
        : []),
      `If you are unhappy with how we dealt with it, you can complain: ${site.origin}/complaints`,
    ],
    details: [{ label: 'Number', value: reference }, ...until],
    button: {
      label: can.appeal ? 'See it, or appeal' : 'See how it stands',
      key: { opens: 'report', reference },
    },
    closing: keepIt,
  };
}
