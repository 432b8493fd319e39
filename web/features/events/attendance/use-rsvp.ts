import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  guestsSentence,
  cancelWords,
  rsvpWords,
  passOnOfferWords,
  leftWaitlist,
} from '#contract/events/form-words.ts';
import type { Event, OwnRsvp } from '#contract/events/events.ts';
import type { Who } from '#contract/events/household.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { patchCached } from '#web/platform/data/cache.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { cachedEvents } from '#web/features/events/events/cached-events.ts';
import { toast, type ToastOptions } from '#web/ui/toast.ts';
import { afterRsvp } from './party.ts';
import { waitlistSentence } from '#contract/events/waitlist-words.ts';

/**
 * Wording of toasts and links: on the event page, or elsewhere (docs/behaviour/screens.md, Words).
 */
export type RsvpWording = 'page' | 'button';

const doneToasts: Record<RsvpWording, { attend: ToastOptions; cancel: ToastOptions }> = {
  page: {
    attend: rsvpWords.done,
    cancel: cancelWords.done,
  },
  button: { attend: { title: 'RSVP confirmed' }, cancel: { title: 'RSVP cancelled' } },
};

const failureTexts: Record<RsvpWording, { attend: string; cancel: string }> = {
  page: {
    attend: 'Failed to RSVP. Please try again.',
    cancel: 'Failed to cancel RSVP. Please try again.',
  },
  button: { attend: 'Please try again later.', cancel: 'Please try again later.' },
};

interface Party {
  guests?: number | undefined;
  /** The people who come, for members with a household. */
  who?: Who | undefined;
  /** The number of the adult, where children come. */
  phone?: string | undefined;
}

/**
 * Attends an event with guests, or cancels. The cache is updated at once and rolled back if
 * refused. `whoCame` comes again where a cancelled RSVP is undone.
 */
export function useRsvp(event: Event, wording: RsvpWording, whoCame?: Who) {
  const client = useQueryClient();
  const params = { id: event.id };
  const show = (rsvp: OwnRsvp | null) =>
    patchCached(client, cachedEvents, event.id, (each) => afterRsvp(each, rsvp));
  const showGoing = ({ guests = event.rsvp?.guests ?? 0, who }: Party) => {
    const { self, children } = event.rsvp ?? {};
    const people = who ? { self: who.self, children: who.household.length } : { self, children };
    return show({ status: 'going', guests, ...people });
  };
  const sendGoing = async ({ guests, who, phone }: Party): Promise<unknown> =>
    who
      ? call('PUT /api/events/:id/answer', {
          params,
          body: { answer: 'going', guests, who, phone },
        })
      : call('POST /api/events/:id/rsvps', { params, body: { status: 'going', guests } });
  const reload = () => refreshRsvp(client, event.id);
  const toastRefusal = (error: unknown) =>
    toast(refusedRsvp(error, failureTexts[wording].attend, paths.event(event.id)));

  const coming = {
    mutationFn: sendGoing,
    onMutate: showGoing,
    done: doneToasts[wording].attend,
    onError: toastRefusal,
    onSettled: reload,
  };
  const attend = useMutation(coming);

  const mutationKey = ['guests', event.id];
  /**
   * Changes who comes. Quick changes are sent in order, and the page reloads after the last one.
   */
  const bring = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    ...coming,
    done: (_, { guests, who }) => ({
      title: 'RSVP updated',
      description: who || guests === undefined ? undefined : guestsSentence(guests),
    }),
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? reload() : undefined),
  });

  /** Undoes a cancelled RSVP, unless somebody else has been given its place. */
  const comeAgain = useMutation({
    ...coming,
    onError: (error) =>
      failureOf(error).code === 'full'
        ? toast({ title: 'Your place has gone to the next person' })
        : toastRefusal(error),
  });

  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/events/:id/rsvps', { params }),
    onMutate: () => ({
      undo: show(null),
      before: { guests: event.rsvp?.guests, who: whoCame, phone: event.phone },
    }),
    onSuccess: (_, __, { before }) =>
      toast({
        ...doneToasts[wording].cancel,
        tone: 'good',
        action: { label: 'Undo', onSelect: () => comeAgain.mutate(before) },
      }),
    onError: (error, _, shown) => {
      shown?.undo();
      const { status, reason } = failureOf(error);
      toast({
        title: cancelWords.failed,
        description: (status === 0 && reason) || failureTexts[wording].cancel,
        tone: 'danger',
      });
    },
    onSettled: reload,
  });

  return { attend, bring, cancel };
}

/** Reloads everything that shows an RSVP or a place on the waiting list. */
export const refreshRsvp = (client: QueryClient, eventId: number): Promise<void> =>
  refresh(
    client,
    `/api/events/${eventId}`,
    '/api/events?',
    '/api/events/group/',
    '/api/user/event',
    '/api/series/',
  );

function refusedRsvp(error: unknown, otherwise: string, backTo: string): ToastOptions {
  const { code, reason, fields } = failureOf(error);
  return {
    title: rsvpWords.failed,
    description: fields?.phone ?? reason ?? otherwise,
    tone: 'danger',
    ...(code === 'profile_incomplete' && {
      action: { label: 'Complete Profile', href: withNext(paths.completeProfile, backTo) },
    }),
  };
}

/** Joins and leaves the waiting list. Only the server knows positions, so nothing is predicted. */
export function useWaitlist(event: Event) {
  const client = useQueryClient();
  const params = { id: event.id };
  const reload = () => refreshRsvp(client, event.id);
  const send = (party: Party) => call('PUT /api/events/:id/waitlist', { params, body: party });

  const join = useMutation({
    mutationFn: send,
    done: ({ position }) => ({
      title: "You're on the waiting list",
      description: waitlistSentence(position),
    }),
    failed: "Couldn't join the waiting list",
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
    done: ({ guests }, { who }) => ({
      title: 'Waiting list updated',
      description: who ? undefined : guestsSentence(guests),
    }),
    failed: "Couldn't change your guests",
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? reload() : undefined),
  });

  const leave = useMutation({
    mutationFn: () => call('DELETE /api/events/:id/waitlist', { params }),
    done: event.rsvp?.status === 'offered' ? passOnOfferWords.done.title : leftWaitlist.title,
    failed: "Couldn't leave the waiting list",
    onSettled: reload,
  });

  return { join, bring, leave };
}
