import { forgotGuest } from '#contract/events/form-words.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import type { KnownGuest as Guest } from '#contract/events/events.ts';
import { waitlistSentence, offerSentence } from '#contract/events/waitlist-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { rsvpLook } from '#web/features/events/attendance/rsvp-look.ts';
import { guestPagePath } from './guest-link.ts';

const forgetKey = 'POST /api/events/:id/guest-rsvps/forget';

/** The guest's next step there. */
const guestLinkLabels: Record<Guest['state'], string> = {
  going: 'Change or cancel',
  waiting: 'Change or leave the list',
  offered: 'Accept it or pass it on',
  cancelled: 'Come after all',
  unconfirmed: 'Come after all',
};

interface KnownGuestProps {
  eventId: number;
  guest: Guest;
  /** On a phone, in the bar at its foot. */
  inBar?: boolean;
}

/** Greets the guest without an account who has confirmed in this browser. */
export default function KnownGuest({ inBar, ...props }: KnownGuestProps) {
  return inBar ? <InBar {...props} /> : <YourPlace {...props} />;
}

const InBar = ({ eventId, guest }: KnownGuestProps) => (
  <>
    <p className="mb-2 font-display font-semibold wrap-anywhere short:hidden">
      {greetingOf(guest)}
    </p>
    <a href={guestPagePath(eventId)} className={buttonClass({ ...rsvpLook, variant: 'outline' })}>
      {guestLinkLabels[guest.state]}
    </a>
  </>
);

function YourPlace({ eventId, guest }: KnownGuestProps) {
  const params = { id: eventId };
  const forget = useMutation({
    mutationFn: () => call(forgetKey, { params }),
    done: forgotGuest,
    failed: 'Not forgotten',
    reload: [`/api/events/${eventId}`],
  });
  return (
    <section
      id="come"
      aria-label="Your place"
      className="-mx-4 mt-6 scroll-mt-4 rounded-card bg-accent-soft p-4 text-ink sm:mx-0 sm:p-5 forced-colors:border"
    >
      <p className="font-display text-xl font-bold wrap-anywhere">{greetingOf(guest)}</p>
      {guest.position !== undefined && <p className="mt-1">{waitlistSentence(guest.position)}.</p>}
      {guest.offerExpiresAt && <p className="mt-1">{offerSentence(guest.offerExpiresAt)}.</p>}
      <a href={guestPagePath(eventId)} className={`mt-3 ${buttonClass({ block: true })}`}>
        {guestLinkLabels[guest.state]}
      </a>
      <CallForm call={forgetKey} params={params} className="mt-2" onSend={() => forget.mutate()}>
        <input type="hidden" name="_next" value={paths.event(eventId)} />
        <Button
          type="submit"
          variant="ghost"
          size="sm"
          className="-ml-3"
          busy={forget.isPending}
          busyLabel="Forgetting..."
        >
          Not you?
        </Button>
      </CallForm>
    </section>
  );
}

const stateLabels: Record<Guest['state'], string> = {
  going: 'You’re coming',
  waiting: 'You’re on the waiting list',
  offered: 'There’s a place for you',
  cancelled: 'You’ve cancelled',
  unconfirmed: 'You’re not on the list any more',
};

/** 'You’re coming, Alf.' */
const greetingOf = ({ state, firstName }: Guest) => `${stateLabels[state]}, ${firstName}.`;
