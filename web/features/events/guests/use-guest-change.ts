import { useQueryClient } from '@tanstack/react-query';
import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { guestQuery } from './guest-pages.ts';

interface GuestChange<Input> {
  token: string;
  send: (input: Input) => Promise<GuestRsvp>;
  /** The title of the toast after a failure. */
  failed: string;
  onDone?: (rsvp: GuestRsvp) => void;
}

/** Changes a guest's RSVP. The page shows the answer; after a refusal it reads how things stand. */
export function useGuestChange<Input = void>({ token, send, failed, onDone }: GuestChange<Input>) {
  const client = useQueryClient();
  const { queryKey } = guestQuery(token);
  return useMutation({
    mutationFn: send,
    onSuccess: async (rsvp) => {
      client.setQueryData(queryKey, rsvp);
      onDone?.(rsvp);
      await refresh(client, '/api/events');
    },
    onError: (error) => {
      toastFailure(failed, error, 'Please try again.');
      void client.invalidateQueries({ queryKey });
    },
  });
}
