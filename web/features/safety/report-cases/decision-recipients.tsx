import type { Decision, ReportCaseDetail } from '#contract/safety/reports.ts';
import { Notice } from '#web/ui/notice.tsx';

type Counts = NonNullable<NonNullable<ReportCaseDetail['now']>['toTell']>;

/** Names the others, besides both sides, who get an email about the decision, and its content. */
export function DecisionRecipients({ decision, counts }: { decision: Decision; counts: Counts }) {
  const told = wordsFor(decision, counts);
  return (
    told && (
      <Notice title="Who else is told">
        <p>
          {people(counts)} by email {told}
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
  const of = events > 1 ? ` of ${events} events to come` : '';
  return `${all.filter(Boolean).join(' and ')}${of} ${going + waiting === 1 ? 'is' : 'are'} told`;
}

function wordsFor(decision: Decision, { waiting }: Counts): string | undefined {
  if (decision === 'delete') return 'that the event is cancelled, with its name and time.';
  if (decision !== 'hide' && decision !== 'police') return undefined;
  const list = waiting > 0 ? ' The waiting list is closed.' : '';
  return `that the event is under review, with its name and time, and not that it is cancelled.${list} If it is shown again, they are told that it goes ahead.`;
}
