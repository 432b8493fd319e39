import { useIfMailed, type IfMailed } from '#web/platform/site.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '#contract/events/events.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { refreshRsvp } from './use-rsvp.ts';

const AddedDialog = lazyPart(() => import('./added-dialog.tsx'));

interface AttendeeMenuProps {
  event: Event;
  person: Attendee;
}

type Question = 'change' | 'remove' | 'block';

/** An organiser's actions on a guest without an account, and on somebody added by hand. */
export default function AttendeeMenu({ event, person }: AttendeeMenuProps) {
  const ifMailed = useIfMailed();
  const [asking, setAsking] = useState<Question>();
  const close = () => setAsking(undefined);
  const remove = useRemoval(event.id, person, close);
  const { firstName: name = 'Somebody' } = person;
  const isAdded = person.kind === 'added';
  const change = { label: 'Change', onSelect: () => setAsking('change') };
  const removal = { label: 'Remove', danger: true, onSelect: () => setAsking('remove') };
  const block = {
    label: 'Remove and don’t let them back',
    danger: true,
    onSelect: () => setAsking('block'),
  };
  return (
    <>
      <Menu label={`Actions for ${name}`} items={isAdded ? [change, removal] : [removal, block]} />
      {asking === 'change' && <AddedDialog event={event} person={person} onClose={close} />}
      {(asking === 'remove' || asking === 'block') && (
        <LazyConfirmDialog
          onOpenChange={close}
          title={asking === 'block' ? `Remove ${name} and don’t let them back?` : `Remove ${name}?`}
          description={isAdded ? lossOfAdded(person) : lossOfGuest(event, person, asking, ifMailed)}
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

const lossOfAdded = ({ people = 1 }: Attendee) =>
  people === 1
    ? 'Their place will be free. We have no address for them, so please tell them yourself.'
    : `Their ${people} places will be free. We have no address for them, so please tell them yourself.`;

function lossOfGuest(
  { group }: Event,
  person: Attendee,
  question: Question,
  ifMailed: IfMailed,
): string {
  const { firstName: name = 'Somebody', guests = 0 } = person;
  const loss =
    guests > 0 ? `${name} and their guests lose their places` : `${name} loses their place`;
  return question === 'block'
    ? `${loss}, and nobody can come to ${group.name} with the same email address. ${ifMailed('We’ll email them. ')}You can’t undo this.`
    : `${loss}${ifMailed(', and we’ll email them')}. They can ask to come again.`;
}

function useRemoval(eventId: number, { id, kind, firstName }: Attendee, close: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (question: Question) =>
      kind === 'added'
        ? call('DELETE /api/events/:id/added-attendees/:addedId', {
            params: { id: eventId, addedId: Number(id) },
          })
        : call('DELETE /api/events/:id/guest-rsvps/:guestId', {
            params: { id: eventId, guestId: Number(id) },
            query: question === 'block' ? { block: 'true' } : {},
          }),
    done: `${firstName} has been removed`,
    failed: "Couldn't remove them",
    onSettled: () => {
      close();
      return refreshRsvp(client, eventId);
    },
  });
}
