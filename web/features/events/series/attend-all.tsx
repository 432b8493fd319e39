import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cancelWords, rsvpWords } from '#contract/events/form-words.ts';
import type { Series } from '#contract/events/series/series.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.ts';
import { attendedWords, dateLabel } from './series-words.ts';

interface AttendAllProps {
  series: Series;
  guestsAllowed: number;
}

/** RSVPs to all upcoming dates, or withdraws from them. */
export function AttendAll({ series, guestsAllowed }: AttendAllProps) {
  const place = useRef<HTMLDivElement>(null);
  const [guests, setGuests] = useState(0);
  const [asking, setAsking] = useState(false);
  const { attend, cancelAll } = useAllDates(series.id, () => place.current?.focus());
  const { attend: open } = series.can;
  const attending = countUpcomingRsvps(series);
  if (open < 2 && attending < 2) return null;
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label="All dates"
      className="flex flex-wrap items-end gap-3 outline-none"
    >
      {open > 1 && guestsAllowed > 0 && (
        <Stepper
          label="Guests at each date"
          value={guests}
          max={guestsAllowed}
          onValueChange={setGuests}
        />
      )}
      {open > 1 && (
        <Button
          busy={attend.isPending}
          busyLabel="Attending..."
          onClick={() => attend.mutate(guests)}
        >
          {attending === 0
            ? `Attend all ${dateLabel(open)}`
            : `Attend the other ${dateLabel(open)}`}
        </Button>
      )}
      {attending > 1 && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          Give up all {dateLabel(attending)}
        </Button>
      )}
      {asking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title={`Give up all ${dateLabel(attending)}?`}
          description="This covers all upcoming dates you're going to or waiting for. If a date is full, your place will go to someone else, and you may not get it back."
          confirmLabel={`Give up ${dateLabel(attending)}`}
          cancelLabel="Keep them"
          busyLabel="Giving up..."
          danger
          busy={cancelAll.isPending}
          onConfirm={() => cancelAll.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
    </div>
  );
}

/** Counts upcoming dates that the viewer is going to or waiting for. */
const countUpcomingRsvps = ({ events }: Series) =>
  events.filter(
    ({ rsvp, status, startTime }) =>
      rsvp && status === 'scheduled' && Date.parse(startTime) > Date.now(),
  ).length;

function useAllDates(seriesId: number, onDone: () => void) {
  const client = useQueryClient();
  const params = { id: seriesId };
  const onSettled = () => refresh(client, '/api/series/', '/api/events', '/api/user/event');
  const attend = useMutation({
    mutationFn: (guests: number) =>
      call('POST /api/series/:id/rsvps', { params, body: { guests } }),
    onSuccess: ({ going, waiting, refused }) => {
      const description = attendedWords({
        going: going.length,
        waiting: waiting.length,
        refused: refused.length,
      });
      toast({ title: 'RSVP confirmed', description, tone: 'good' });
      onDone();
    },
    onError: (error) => toastFailure(rsvpWords.failed, error, 'Failed to RSVP. Please try again.'),
    onSettled,
  });
  const cancelAll = useMutation({
    mutationFn: () => call('DELETE /api/series/:id/rsvps', { params }),
    onSuccess: () => {
      toast({ title: 'RSVP cancelled', tone: 'good' });
      onDone();
    },
    onError: (error) => toastFailure(cancelWords.failed, error, 'Please try again later.'),
    onSettled,
  });
  return { attend, cancelAll };
}
