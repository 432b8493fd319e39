import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '#contract/events/events.ts';
import { rsvpsLabel } from '#web/features/events/events/attendee-label.ts';
import { CancelReason } from '#web/features/events/events/cancel-reason.tsx';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useIfMailed } from '#web/platform/site.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

interface CancelEventProps {
  event: Event;
  onClose: () => void;
}

/** Asks whether to cancel an event that is no date of a series, and why. */
export default function CancelEvent({ event, onClose }: CancelEventProps) {
  const ifMailed = useIfMailed();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const cancel = useMutation({
    mutationFn: () =>
      call('DELETE /api/events/:id', { params: { id: event.id }, body: { reason } }),
    onSuccess: () => refresh(client, '/api/events', '/api/user/event'),
    done: {
      title: 'Event cancelled',
      ...(event.attendeeCount > 0 && {
        description: ifMailed("We'll email everyone who was going."),
      }),
    },
    failed: 'Event not cancelled',
    onError: () => {
      onClose();
      void refresh(client, `/api/events/${event.id}`);
    },
  });
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Cancel ${event.title}?`}
      description={`${ifMailed(notificationNote(event))} The event page will stay, marked as cancelled. You can put it back within 24 hours, as long as it hasn't begun.`}
      confirmLabel="Cancel event"
      cancelLabel="Keep it"
      busyLabel="Cancelling..."
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    >
      <div className="mt-5">
        <CancelReason value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  );
}

const notificationNote = (event: Event) =>
  event.attendeeCount === 0
    ? "Nobody has signed up yet, so we won't email anyone."
    : `We'll email everyone who is going (${rsvpsLabel(event)}).`;
