import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '#contract/events/events.ts';
import { onTheList } from '#contract/events/waitlist-words.ts';
import { call } from '#web/platform/data/api.ts';
import { patchCached } from '#web/platform/data/cache.ts';
import { cachedEvents } from '#web/features/events/events/cached-events.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { bringing } from './party.ts';
import { refreshRsvp } from './use-rsvp.ts';

/** Waits for a place at an event, and gives the turn or the offer up; the server alone knows whose turn it is. */
export function useWaitlist(event: Event) {
  const client = useQueryClient();
  const params = { id: event.id };
  const settled = () => refreshRsvp(client, event.id);
  const send = (guests: number) =>
    call('PUT /api/events/:id/waitlist', { params, body: { guests } });

  const join = useMutation({
    mutationFn: send,
    onSuccess: ({ position }) =>
      toast({
        title: "You're on the waiting list",
        description: onTheList(position),
        tone: 'good',
      }),
    onError: (error) =>
      toastFailure('Error', error, 'Failed to join the waiting list. Please try again.'),
    onSettled: settled,
  });

  const mutationKey = ['waiting guests', event.id];
  /**
   * Changes the guests of a person on the waiting list. Presses run one after another; the last one
   * counts, and is read back.
   */
  const bring = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: send,
    onMutate: (guests) =>
      patchCached(client, cachedEvents, event.id, ({ rsvp }) => ({
        rsvp: rsvp && { ...rsvp, guests },
      })),
    onSuccess: ({ guests }) =>
      toast({ title: 'Waiting list updated', description: bringing(guests), tone: 'good' }),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure('Error', error, 'Failed to update the waiting list. Please try again.');
    },
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? settled() : undefined),
  });

  const leave = useMutation({
    mutationFn: () => call('DELETE /api/events/:id/waitlist', { params }),
    onSuccess: () =>
      toast({
        title:
          event.rsvp?.status === 'offered'
            ? 'You have passed your place on'
            : 'You have left the waiting list',
        tone: 'good',
      }),
    onError: (error) =>
      toastFailure('Error', error, 'Failed to leave the waiting list. Please try again.'),
    onSettled: settled,
  });

  return { join, bring, leave };
}
