import { useQueryClient } from '@tanstack/react-query';
import { comingPath } from '#contract/events/event-paths.ts';
import { LookAgain } from '#web/features/events/attendance/look-again.tsx';
import { guestQuery } from './guest-pages.ts';
import { useIfMailed } from '#web/platform/site.tsx';
import { useId, useState } from 'react';
import { confirmGuestWords } from '#contract/events/form-words.ts';
import { call } from '#web/platform/data/api.ts';
import { useLinkAnswer } from '#web/features/events/attendance/use-link-answer.ts';
import { Button } from '#web/ui/button.tsx';
import GuestsControl from '#web/features/events/attendance/guests-control.tsx';
import { fitsPlacesLeft, tooFewPlaces } from '#web/features/events/attendance/party.ts';
import { GuestForm, maxNewGuests, type GuestProps } from './guest-parts.tsx';

const confirmKey = 'POST /api/guest-rsvps/confirm';

/** The button that books the place, or joins the waiting list. Opening the page does neither. */
export function ConfirmPart({ token, rsvp }: GuestProps) {
  const { event } = rsvp;
  const formId = useId();
  const ifMailed = useIfMailed();
  const most = maxNewGuests(event);
  const [chosen, setGuests] = useState(rsvp.guests);
  const guests = Math.min(chosen, most);
  const confirm = useLinkAnswer({
    query: guestQuery(token),
    send: () => call(confirmKey, { body: { token, guests } }),
    failed: confirmGuestWords.failed,
  });
  const isFull = event.placesLeft === 0;
  const waits = !fitsPlacesLeft(event, guests);
  if (isFull && !event.waitlistEnabled) return <Full {...{ token, rsvp }} />;
  return (
    <>
      {isFull && (
        <p className="mt-4">
          {ifMailed(
            'Join the waiting list, and we’ll email you as soon as a place is free for you.',
            'Join the waiting list, and look here again: this page shows when a place is free for you.',
          )}
        </p>
      )}
      <GuestForm
        id={formId}
        keyOf={confirmKey}
        token={token}
        className="mt-6"
        onSend={() => confirm.mutate()}
      >
        {most > 0 && (
          <div className="mb-4">
            <GuestsControl guests={guests} most={most} onChange={setGuests} form={formId} />
            <div role="status">
              {waits && !isFull && (
                <p className="mt-2 text-sm">{tooFewPlaces(event.placesLeft ?? 0, guests)}</p>
              )}
            </div>
          </div>
        )}
        <Button
          type="submit"
          size="lg"
          variant="accent"
          block
          busy={confirm.isPending}
          busyLabel={waits ? 'Joining...' : 'Confirming...'}
        >
          {confirmLabel(rsvp, waits)}
        </Button>
      </GuestForm>
      <p className="mt-3 text-sm text-muted">
        {waits
          ? 'You’re on the list once you press the button.'
          : 'Press the button to book your place. We can’t hold one until you do.'}
        {isNew(rsvp) && ' If you don’t, your name and email address are deleted within a day.'}
      </p>
    </>
  );
}

function confirmLabel({ state }: GuestProps['rsvp'], waits: boolean): string {
  if (waits) return 'Join the waiting list';
  return state === 'cancelled' ? 'Come after all' : 'Yes, I’m coming';
}

/** Somebody who has pressed the button before, and is off the list since, sees the venue. */
const isNew = ({ event }: GuestProps['rsvp']) => event.location === undefined;

function Full({ token, rsvp }: GuestProps) {
  const client = useQueryClient();
  const { queryKey } = guestQuery(token);
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <p>
        Somebody may give up their place. This link works{' '}
        {isNew(rsvp) ? 'for 24 hours' : 'until the event ends'}.
      </p>
      <div>
        <LookAgain path={comingPath(token)} onLook={() => client.invalidateQueries({ queryKey })} />
      </div>
    </div>
  );
}
