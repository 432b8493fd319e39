import { call } from '#web/platform/data/api.ts';
import { Button } from '#web/ui/button.tsx';
import { guestLabel } from '#web/features/events/attendance/party.ts';
import { GuestForm } from './guest-form.tsx';
import type { GuestProps } from './guest-parts.ts';
import { useGuestChange } from './use-guest-change.ts';

const acceptKey = 'POST /api/guest-rsvps/accept';
const passOnKey = 'POST /api/guest-rsvps/pass-on';

/** A place from the waiting list, to take or to pass on. */
export function OfferedPart({ token, rsvp }: GuestProps) {
  const accept = useGuestChange({
    token,
    send: () => call(acceptKey, { body: { token } }),
    failed: 'Your place could not be confirmed',
  });
  const passOn = useGuestChange({
    token,
    send: () => call(passOnKey, { body: { token } }),
    failed: 'Your place could not be passed on',
  });
  const busy = accept.isPending || passOn.isPending;
  return (
    <>
      <p className="mt-4">
        {rsvp.guests > 0 && `For you and ${guestLabel(rsvp.guests)}. `}If you can’t come, pass it on
        and we’ll ask the next person straight away.
      </p>
      <div className="mt-6 grid gap-3 sm:flex">
        <GuestForm keyOf={acceptKey} token={token} onSend={() => busy || accept.mutate()}>
          <Button
            type="submit"
            size="lg"
            variant="accent"
            block
            busy={accept.isPending}
            busyLabel="Taking it..."
          >
            Take it
          </Button>
        </GuestForm>
        <GuestForm keyOf={passOnKey} token={token} onSend={() => busy || passOn.mutate()}>
          <Button
            type="submit"
            size="lg"
            variant="outline"
            block
            busy={passOn.isPending}
            busyLabel="Passing on..."
          >
            Pass it on
          </Button>
        </GuestForm>
      </div>
    </>
  );
}
