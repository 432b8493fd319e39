import type { Decision, ReportCaseDetail } from '#contract/safety/reports.ts';
import { Notice } from '#web/ui/notice.tsx';

type Counts = NonNullable<NonNullable<ReportCaseDetail['now']>['toTell']>;

/** Says who else, besides both sides, gets an email about the decision, and what it says. */
export function DecisionRecipients({ decision, counts }: { decision: Decision; counts: Counts }) {
  const content = wordsFor(decision, counts);
  return (
    content && (
      <Notice title="Who else we'll tell">
        <p>
          We'll email {people(counts)} {content}
        </p>
      </Notice>
    )
  );
}

function people({ events, going, waiting }: Counts): string {
  const all = [
    going > 0 && `${going} ${going === 1 ? 'person' : 'people'} going`,
    waiting > 0 && `${waiting} on the waiting list`,
  ];
  const of = events > 1 ? ` for ${events} upcoming events` : '';
  return `${all.filter(Boolean).join(' and ')}${of}`;
}

function wordsFor(decision: Decision, { waiting }: Counts): string | undefined {
  if (decision === 'delete') return 'that the event is cancelled, with its name and time.';
  if (decision !== 'hide' && decision !== 'police') return undefined;
  const list = waiting > 0 ? ' The waiting list will close.' : '';
  return `that the event is under review, with its name and time, but not that it's cancelled.${list} If it comes back, we'll tell them it's going ahead.`;
}
