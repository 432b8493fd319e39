import { useIfMailed } from '#web/platform/site.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '#contract/platform/dates.ts';
import type { Event } from '#contract/events/events.ts';
import { CancelReason } from '#web/features/events/events/cancel-reason.tsx';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { RadioCards } from '#web/ui/choices.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { seriesQuery } from './queries.ts';
import { datesIn, scopeNamed, scopeOf, scopeOptions, type Scope } from './scopes.ts';
import { dateLabel } from './series-words.ts';

interface CancelDatesProps {
  event: Event;
  seriesId: number;
  onClose: () => void;
}

/** Asks which dates of a series to cancel; this one by default. */
export default function CancelDates({ event, seriesId, onClose }: CancelDatesProps) {
  const { data: series } = useQuery(seriesQuery(seriesId));
  const ifMailed = useIfMailed();
  const [scope, setScope] = useState<Scope>('one');
  const [reason, setReason] = useState('');
  const cancel = useCancel(event, { seriesId, reason }, onClose);
  const dates = series ? datesIn(series.events, scope, event) : [];
  const answers = dates.reduce((sum, { attendeeCount }) => sum + attendeeCount, 0);
  const count = scope === 'one' ? 1 : dates.length;
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Cancel ${event.title}?`}
      description="The event pages will stay, marked as cancelled. You can put each date back within 24 hours, as long as it hasn't begun."
      confirmLabel={cancelLabel(count)}
      cancelLabel={count === 1 ? 'Keep it' : 'Keep them'}
      busyLabel="Cancelling..."
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(scope)}
    >
      {series && (
        <div className="mt-5 grid gap-4">
          <RadioCards
            name="scope"
            legend="Which dates"
            columns={1}
            value={scope}
            onChange={({ target }) => setScope(scopeNamed(target.value))}
            options={scopeOptions(series, event, formatMoment(event.startTime))}
          />
          <CancelReason value={reason} onChange={setReason} />
          <p role="status">{ifMailed(notificationNote(answers, count))}</p>
        </div>
      )}
    </ConfirmDialog>
  );
}

function cancelLabel(count: number): string {
  if (count === 1) return 'Cancel this date';
  return count === 2 ? 'Cancel both dates' : `Cancel ${dateLabel(count)}`;
}

const notificationNote = (answers: number, dates: number) => {
  if (answers === 0) return "Nobody has signed up yet, so we won't email anyone.";
  const sum = answers === 1 ? '1 RSVP' : `${answers} RSVPs`;
  return dates === 1
    ? `We'll email everyone who is going (${sum}).`
    : `We'll send one email to everyone who is going (${sum} for ${dateLabel(dates)}).`;
};

interface Cancellation {
  seriesId: number;
  reason: string;
}

function useCancel(event: Event, { seriesId, reason }: Cancellation, onClose: () => void) {
  return useMutation({
    mutationFn: (scope: Scope) =>
      scope === 'one'
        ? call('DELETE /api/events/:id', { params: { id: event.id }, body: { reason } })
        : call('DELETE /api/series/:id', {
            params: { id: seriesId },
            body: { ...scopeOf(scope, event), reason },
          }),
    done: (_, scope) => (scope === 'one' ? 'Date cancelled' : 'Dates cancelled'),
    failed: 'Not cancelled',
    onSettled: onClose,
    reload: ['/api/events', '/api/series/', '/api/user/event'],
  });
}
