import { useQueryClient } from '@tanstack/react-query';
import { passOnOfferWords, leftWaitlist, guestsSentence } from '#contract/events/form-words.ts';
import type { Event } from '#contract/events/events.ts';
import type { Who } from '#contract/events/household.ts';
import { onTheList } from '#contract/events/waitlist-words.ts';
import { call } from '#web/platform/data/api.ts';
import { patchCached } from '#web/platform/data/cache.ts';
import { cachedEvents } from '#web/features/events/events/cached-events.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshRsvp } from './use-rsvp.ts';

/** Joins and leaves the waiting list. Only the server knows positions, so nothing is predicted. */
export function useWaitlist(event: Event) {
  const client = useQueryClient();
  const params = { id: event.id };
  const reload = () => refreshRsvp(client, event.id);
  const send = (party: { guests?: number | undefined; who?: Who | undefined }) =>
    call('PUT /api/events/:id/waitlist', { params, body: party });

  const join = useMutation({
    mutationFn: send,
    onSuccess: ({ position }) =>
      toast({
        title: "You're on the waiting list",
        description: onTheList(position),
        tone: 'good',
      }),
    onError: (error) => toastFailure("Couldn't join the waiting list", error, 'Please try again.'),
    onSettled: reload,
  });

  const mutationKey = ['waiting guests', event.id];
  /**
   * Changes who waits. Quick changes are sent in order, and the page reloads after the last one.
   */
  const bring = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: send,
    onMutate: ({ guests }) =>
      patchCached(client, cachedEvents, event.id, ({ rsvp }) => ({
        rsvp: rsvp && { ...rsvp, guests: guests ?? rsvp.guests },
      })),
    onSuccess: ({ guests }, { who }) =>
      toast({
        title: 'Waiting list updated',
        description: who ? undefined : guestsSentence(guests),
        tone: 'good',
      }),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure("Couldn't change your guests", error, 'Please try again.');
    },
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? reload() : undefined),
  });

  const leave = useMutation({
    mutationFn: () => call('DELETE /api/events/:id/waitlist', { params }),
    onSuccess: () =>
      toast({
        title: event.rsvp?.status === 'offered' ? passOnOfferWords.done.title : leftWaitlist.title,
        tone: 'good',
      }),
    onError: (error) => toastFailure("Couldn't leave the waiting list", error, 'Please try again.'),
    onSettled: reload,
  });

  return { join, bring, leave };
}
