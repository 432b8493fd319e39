import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '#contract/events/events.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshRsvp } from './use-rsvp.ts';

interface GuestMenuProps {
  event: Event;
  person: Attendee;
}

type Question = 'remove' | 'block';

/** An organiser's actions on a guest without an account. */
export default function GuestMenu({ event, person }: GuestMenuProps) {
  const [asking, setAsking] = useState<Question>();
  const { firstName: name = 'Somebody', guests = 0 } = person;
  const remove = useRemoval(event.id, person, () => setAsking(undefined));
  const loss =
    guests > 0 ? `${name} and their guests lose their places` : `${name} loses their place`;
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        items={[
          { label: 'Remove', danger: true, onSelect: () => setAsking('remove') },
          {
            label: 'Remove and don’t let them back',
            danger: true,
            onSelect: () => setAsking('block'),
          },
        ]}
      />
      {asking && (
        <LazyConfirmDialog
          open
          onOpenChange={() => setAsking(undefined)}
          title={asking === 'block' ? `Remove ${name} and don’t let them back?` : `Remove ${name}?`}
          description={
            asking === 'block'
              ? `${loss}, and nobody can come to ${event.group.name} with the same email address. We’ll email them. You can’t undo this.`
              : `${loss}, and we’ll email them. They can ask to come again.`
          }
          confirmLabel="Remove"
          cancelLabel="Keep them"
          busyLabel="Removing..."
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(asking)}
        />
      )}
    </>
  );
}

function useRemoval(eventId: number, { id, firstName }: Attendee, close: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (question: Question) =>
      call('DELETE /api/events/:id/guest-rsvps/:guestId', {
        params: { id: eventId, guestId: Number(id) },
        query: question === 'block' ? { block: 'true' } : {},
      }),
    onSuccess: () => toast({ title: `${firstName} has been removed`, tone: 'good' }),
    onError: (error) => toastFailure("Couldn't remove them", error, 'Please try again.'),
    onSettled: () => {
      close();
      return refreshRsvp(client, eventId);
    },
  });
}
