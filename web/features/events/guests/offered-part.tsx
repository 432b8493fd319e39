import { acceptOfferWords, passOnOfferWords } from '#contract/events/form-words.ts';
import { call } from '#web/platform/data/api.ts';
import { OfferAnswers } from '#web/features/events/attendance/offer-parts.tsx';
import { GuestForm } from './guest-form.tsx';
import type { GuestProps } from './guest-parts.ts';
import { useGuestChange } from './use-guest-change.ts';

/** A place from the waiting list, to accept or to pass on. */
export function OfferedPart({ token, rsvp }: GuestProps) {
  const accept = useGuestChange({
    token,
    send: () => call('POST /api/guest-rsvps/accept', { body: { token } }),
    failed: acceptOfferWords.failed,
  });
  const passOn = useGuestChange({
    token,
    send: () => call('POST /api/guest-rsvps/pass-on', { body: { token } }),
    failed: passOnOfferWords.failed,
  });
  return (
    <OfferAnswers
      guests={rsvp.guests}
      accept={accept}
      passOn={passOn}
      form={(answer, onSend, button) => (
        <GuestForm keyOf={`POST /api/guest-rsvps/${answer}`} token={token} onSend={onSend}>
          {button}
        </GuestForm>
      )}
    />
  );
}
