import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Event } from '../../../contract/events.ts';
import { call } from '../../platform/data/api.ts';
import { patchCached } from '../../platform/data/cache.ts';
import { groupQuery } from '../groups/queries.ts';
import { refresh } from '../../platform/data/queries.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { attendeeLabel } from './attendee-label.ts';
import { copyEventPath, editEventPath } from './event-paths.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/dialog.tsx')).ConfirmDialog,
}));

const link = buttonClass({ variant: 'outline', size: 'sm' });

/** What those who run the event can do with it; one that is over or called off can still be copied. */
export default function OrganiserBar({ event }: { event: Event }) {
  const canEdit = event.can.edit && event.status === 'scheduled';
  const canCopy = event.membership?.isOrganizer === true;
  if (!canEdit && !canCopy) return null;
  return (
    <section
      aria-labelledby="organisers"
      className="mt-8 flex flex-wrap items-center gap-2 rounded-card bg-sunken px-3 py-3 sm:px-4"
    >
      <h2
        id="organisers"
        className="mr-auto py-1 font-display max-sm:w-full text-base font-semibold"
      >
        For organisers
      </h2>
      {canEdit && (
        <Link href={editEventPath(event.id)} className={link}>
          Edit
        </Link>
      )}
      {canCopy && (
        <Link href={copyEventPath(event)} className={link}>
          {canEdit ? 'Copy' : 'Copy this event'}
        </Link>
      )}
      {canEdit && <CancelEvent event={event} />}
      <NotPublicYet groupId={event.groupId} />
    </section>
  );
}

/** What is planned in a group that waits for approval becomes public with it. */
function NotPublicYet({ groupId }: { groupId: number }) {
  const { data: group } = useQuery(groupQuery(groupId));
  if (!group || group.status === 'approved') return null;
  return (
    <p className="w-full text-sm text-muted">
      Only members see this event so far: it becomes public when {group.name} is approved.
    </p>
  );
}

const told = (count: number) =>
  count === 0
    ? 'Nobody has said that they are coming yet, so nobody needs to be told.'
    : `Everyone who is going is told that it is off: ${attendeeLabel(count)}.`;

function CancelEvent({ event }: { event: Event }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/events/:id', { params: { id: event.id } }),
    onSuccess: () => {
      patchCached(client, 'event', event.id, () => ({ status: 'cancelled' }));
      toast({
        title: 'Event cancelled',
        ...(event.attendeeCount > 0 && { description: 'Everyone who was going is told.' }),
        tone: 'good',
      });
      void refresh(client, '/api/events', '/api/user/event');
    },
    onError: (error) => {
      setAsking(false);
      toastFailure('Error', error, 'Failed to cancel event. Please try again.');
      void refresh(client, `/api/events/${event.id}`);
    },
  });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="text-danger-ink! enabled-hover:bg-danger-soft!"
        onClick={() => setAsking(true)}
      >
        Cancel event
      </Button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title={`Cancel ${event.title}?`}
            description={`${told(event.attendeeCount)} Its page stays, marked as cancelled. This can't be undone.`}
            confirmLabel="Cancel event"
            cancelLabel="Keep it"
            busyLabel="Cancelling..."
            danger
            busy={cancel.isPending}
            onConfirm={() => cancel.mutate()}
          />
        </Suspense>
      )}
    </>
  );
}
