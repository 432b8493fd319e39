import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { AdminComplaint } from '#contract/safety/complaints.ts';
import { whenDue } from '#contract/safety/complaint-words.ts';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { kindWords } from './kinds.ts';

interface Props {
  complaint: AdminComplaint;
  onAnswer: () => void;
}

export function ComplaintCard({ complaint, onAnswer }: Props) {
  const { number, kind, text, state } = complaint;
  return (
    <article
      aria-labelledby={number}
      className="rounded-card bg-card p-4 forced-colors:border sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={number} className="mr-2 text-xl">
          {number}
        </h3>
        <Due complaint={complaint} />
        <Badge>{kindWords[kind].short}</Badge>
      </div>
      <p dir="auto" className="mt-3 max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <Complainant complaint={complaint} />
      {state === 'open' ? (
        <Button className="mt-5" aria-label={`Answer ${number}`} onClick={onAnswer}>
          Answer
        </Button>
      ) : (
        <Outcome complaint={complaint} />
      )}
    </article>
  );
}

function Due({ complaint }: Pick<Props, 'complaint'>) {
  if (complaint.state === 'answered')
    return (
      <Badge tone="good" icon={<CircleCheck aria-hidden="true" />}>
        Answered
      </Badge>
    );
  const words = whenDue(complaint);
  const Icon = complaint.overdue ? CircleAlert : Clock;
  return (
    <Badge tone={complaint.overdue ? 'danger' : 'accent'} icon={<Icon aria-hidden="true" />}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </Badge>
  );
}

const Complainant = ({
  complaint: { email, account, createdAt },
}: {
  complaint: AdminComplaint;
}) => (
  <p className="mt-3 text-sm wrap-anywhere text-muted">
    <EmailText address={email} />
    {account && (
      <>
        , signed in as <bdi>{account.name}</bdi>
      </>
    )}
    , {formatCommentDate(createdAt)}
  </p>
);

const Outcome = ({ complaint }: { complaint: AdminComplaint }) => {
  const { outcome, answeredAt, answeredBy } = complaint;
  return (
    <div className="mt-5 rounded-card bg-sunken px-4 py-3">
      <h4 className="font-display font-semibold">Outcome</h4>
      <p dir="auto" className="max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {outcome}
      </p>
      <p className="mt-2 text-sm wrap-anywhere text-muted">
        Sent on {formatDay(answeredAt)} by <bdi>{answeredBy?.name ?? 'an admin who has left'}</bdi>
      </p>
    </div>
  );
};
