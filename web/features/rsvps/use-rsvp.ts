import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/events.ts';
import { paths, withNext } from '../../../contract/paths.ts';
import { call, failureOf } from '../../platform/data/api.ts';
import { patchCached } from '../../platform/data/cache.ts';
import { refresh } from '../../platform/data/queries.ts';
import { toast, type ToastOptions } from '../../ui/toast.tsx';

/** The words (docs/behaviour.md, Words): those of the event page, and those of the button elsewhere. */
export type RsvpWording = 'page' | 'button';

const done: Record<RsvpWording, { attend: ToastOptions; cancel: ToastOptions }> = {
  page: {
    attend: { title: 'Success!', description: "You've successfully RSVPed to this event" },
    cancel: { title: 'Success!', description: "You've canceled your RSVP" },
  },
  button: { attend: { title: 'RSVP confirmed' }, cancel: { title: 'RSVP cancelled' } },
};

const fallback: Record<RsvpWording, { attend: string; cancel: string }> = {
  page: {
    attend: 'Failed to RSVP. Please try again.',
    cancel: 'Failed to cancel RSVP. Please try again.',
  },
  button: { attend: 'Please try again later.', cancel: 'Please try again later.' },
};

/** Attends an event and takes it back; shown at once, undone if refused. */
export function useRsvp(event: Event, wording: RsvpWording) {
  const client = useQueryClient();
  const params = { id: event.id };
  const show = (rsvped: boolean) => () =>
    patchCached(client, 'event', event.id, (each) => ({
      rsvped,
      attendeeCount: each.attendeeCount + (rsvped ? 1 : -1),
    }));
  const settled = () =>
    refresh(client, `/api/events/${event.id}`, '/api/events?', '/api/user/event');

  const attend = useMutation({
    mutationFn: () => call('POST /api/events/:id/rsvps', { params, body: { status: 'going' } }),
    onMutate: show(true),
    onSuccess: () => toast({ ...done[wording].attend, tone: 'good' }),
    onError: (error, _, undo) => {
      undo?.();
      toast(refusedRsvp(error, fallback[wording].attend, paths.event(event.id)));
    },
    onSettled: settled,
  });

  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/events/:id/rsvps', { params }),
    onMutate: show(false),
    onSuccess: () => toast({ ...done[wording].cancel, tone: 'good' }),
    onError: (_error, _, undo) => {
      undo?.();
      toast({
        title: 'Failed to cancel RSVP',
        description: fallback[wording].cancel,
        tone: 'danger',
      });
    },
    onSettled: settled,
  });

  return { attend, cancel };
}

function refusedRsvp(error: unknown, otherwise: string, backTo: string): ToastOptions {
  const { code, reason } = failureOf(error);
  return {
    title: 'RSVP failed',
    description: reason ?? otherwise,
    tone: 'danger',
    ...(code === 'profile_incomplete' && {
      action: { label: 'Complete Profile', href: withNext(paths.completeProfile, backTo) },
    }),
  };
}
