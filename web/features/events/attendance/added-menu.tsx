import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '#contract/events/events.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshRsvp } from './use-rsvp.ts';

const AddedDialog = lazyPart(() => import('./added-dialog.tsx'));

interface AddedMenuProps {
  event: Event;
  person: Attendee;
}

/** An organiser's actions on somebody added by hand. */
export default function AddedMenu({ event, person }: AddedMenuProps) {
  const [open, setOpen] = useState<'change' | 'remove'>();
  const close = () => setOpen(undefined);
  const { firstName: name = 'Somebody' } = person;
  const remove = useRemoval(event.id, person, close);
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        items={[
          { label: 'Change', onSelect: () => setOpen('change') },
          { label: 'Remove', danger: true, onSelect: () => setOpen('remove') },
        ]}
      />
      {open === 'change' && <AddedDialog eventId={event.id} person={person} onClose={close} />}
      {open === 'remove' && (
        <LazyConfirmDialog
          open
          onOpenChange={close}
          title={`Remove ${name}?`}
          description={lossOf(person)}
          confirmLabel="Remove"
          cancelLabel="Keep them"
          busyLabel="Removing..."
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  );
}

const lossOf = ({ people = 1 }: Attendee) =>
  people === 1
    ? 'Their place will be free. We have no address for them, so please tell them yourself.'
    : `Their ${people} places will be free. We have no address for them, so please tell them yourself.`;

function useRemoval(eventId: number, { id, firstName }: Attendee, close: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call('DELETE /api/events/:id/added-attendees/:addedId', {
        params: { id: eventId, addedId: Number(id) },
      }),
    onSuccess: () => toast({ title: `${firstName} has been removed`, tone: 'good' }),
    onError: (error) => toastFailure("Couldn't remove them", error, 'Please try again.'),
    onSettled: () => {
      close();
      return refreshRsvp(client, eventId);
    },
  });
}
