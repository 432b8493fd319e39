import { useId, useState } from 'react';
import { changedGuests } from '#contract/events/form-words.ts';
import { call } from '#web/platform/data/api.ts';
import { useIsScripted } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import GuestsControl from '#web/features/events/attendance/guests-control.tsx';
import { GuestForm } from './guest-form.tsx';
import { mostGuestsNow, type GuestProps } from './guest-parts.ts';
import { useGuestChange } from './use-guest-change.ts';

const changeKey = 'POST /api/guest-rsvps/change';

/** Changes how many guests come, or wait, too. */
export function GuestsPart({ token, rsvp }: GuestProps) {
  const formId = useId();
  const isScripted = useIsScripted();
  const [guests, setGuests] = useState(rsvp.guests);
  const change = useGuestChange({
    token,
    send: () => call(changeKey, { body: { token, guests } }),
    failed: "Couldn't change your guests",
    onDone: (now) => toast({ ...changedGuests(now), tone: 'good' }),
  });
  const most = mostGuestsNow(rsvp);
  if (most === 0) return null;
  return (
    <GuestForm
      id={formId}
      keyOf={changeKey}
      token={token}
      className="mt-6"
      onSend={() => change.mutate()}
    >
      <GuestsControl guests={guests} most={most} onChange={setGuests} form={formId} />
      {(guests !== rsvp.guests || !isScripted) && (
        <Button
          type="submit"
          block
          className="mt-3"
          busy={change.isPending}
          busyLabel="Updating..."
        >
          Update guests
        </Button>
      )}
    </GuestForm>
  );
}
