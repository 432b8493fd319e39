import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { goingGuard } from '#contract/platform/durations.ts';
import type { Event, RsvpState } from '#contract/events/events.ts';
import { onTheList, yoursUntil } from '#contract/events/waitlist-words.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { urlOf } from '#web/platform/data/api.ts';
import { SentAs, usePosted } from '#web/platform/forms/posted.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useWaitlist } from './use-waitlist.ts';
import { fitsPlacesLeft, mostGuestsOf, tooFewPlaces } from './party.ts';
import { rsvpLook } from './rsvp-look.ts';
import { useRsvp, type RsvpWording } from './use-rsvp.ts';

const BringingGuests = lazyPart(
  () => import('./guests-control.tsx'),
  <Skeleton className="h-11" />,
);

const WaitlistButtons = lazyPart(
  () => import('./waitlist-buttons.tsx'),
  <Button {...rsvpLook} disabled>
    Loading...
  </Button>,
);

/** Shows a member their RSVP, their place on the waiting list, or an offered place. */
export default function MemberRsvp({ event, wording }: { event: Event; wording: RsvpWording }) {
  const { attend, bring, cancel } = useRsvp(event, wording);
  const waitlist = useWaitlist(event);
  const party = useParty(event, bring.mutate, waitlist.bring.mutate);
  const [asking, setAsking] = useState(false);
  const formId = useId();
  const busy = attend.isPending || cancel.isPending;
  const goes = event.rsvped === true && !attend.isPending;
  const state = stateOf(event, party.guests);
  const hasJustAppeared = useJustAppeared(goes);
  const { place, going } = useFocusAfterChange(goes ? 'going' : state);
  const lead = leadOf(event);
  const giveUpPlace = () => {
    setAsking(false);
    cancel.mutate();
  };
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Your RSVP" className="outline-none">
      {lead && <p className={leadLook}>{lead}</p>}
      {party.most > 0 && (
        <div className="mb-3">
          <BringingGuests
            guests={party.guests}
            most={party.most}
            onChange={party.choose}
            form={formId}
          />
          {party.isSaved && <UpdateWithoutScript event={event} form={formId} />}
          <div role="status">
            {!goes && !busy && isTooLarge(event, party.guests) && (
              <p className="mt-2 text-sm">{tooFewPlaces(event.placesLeft ?? 0, party.guests)}</p>
            )}
          </div>
        </div>
      )}
      {!goes && !busy && state !== 'open' ? (
        <WaitlistButtons
          state={state}
          event={event}
          form={party.isSaved ? undefined : formId}
          joining={waitlist.join.isPending}
          leaving={waitlist.leave.isPending}
          onJoin={() => waitlist.join.mutate(party.guests)}
          onAccept={() => attend.mutate(party.chosen)}
          onLeave={() => waitlist.leave.mutate()}
        />
      ) : goes ? (
        <>
          <Button
            ref={going}
            {...rsvpLook}
            variant="outline"
            className="needs-script"
            busy={cancel.isPending}
            busyLabel="Cancelling..."
            aria-label={cancel.isPending ? undefined : 'Going ✓, press to cancel'}
            aria-disabled={hasJustAppeared}
            onClick={() => {
              if (hasJustAppeared) return;
              if (event.placesLeft === 0) setAsking(true);
              else giveUpPlace();
            }}
          >
            Going ✓
          </Button>
          <CancelWithoutScript id={event.id} />
        </>
      ) : (
        <form
          id={formId}
          method="post"
          action={urlOf(attendKey, { params: { id: event.id } })}
          onSubmit={(submission) => {
            submission.preventDefault();
            attend.mutate(party.chosen);
          }}
        >
          <Button
            {...rsvpLook}
            type="submit"
            busy={busy}
            busyLabel={cancel.isPending ? 'Cancelling...' : 'Attending...'}
          >
            Attend Event
          </Button>
        </form>
      )}
      {asking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title="Give up your place?"
          description={`${event.title} is full. Your place will go to someone else, and you may not get it back.`}
          confirmLabel="Give up place"
          cancelLabel="Keep it"
          danger
          onConfirm={giveUpPlace}
        />
      )}
    </div>
  );
}

const attendKey = 'POST /api/events/:id/rsvps';
const waitKey = 'PUT /api/events/:id/waitlist';
const cancelKey = 'DELETE /api/events/:id/rsvps';

/** Without a script only: a scripted cancel may ask first, so early presses wait for the script. */
const CancelWithoutScript = ({ id }: { id: number }) => (
  <noscript>
    {import.meta.env.SSR && (
      <form method="post" action={urlOf(cancelKey, { params: { id } })}>
        <SentAs keyOf={cancelKey} />
        <p className="mb-2 font-semibold">You're going ✓</p>
        <button className={buttonClass({ ...rsvpLook, variant: 'outline' })}>Cancel RSVP</button>
      </form>
    )}
  </noscript>
);

/** A button that sends the number of guests; with a script, each change is sent at once. */
function UpdateWithoutScript({ event, form }: { event: Event; form: string }) {
  const key = event.rsvp?.status === 'waiting' ? waitKey : attendKey;
  return (
    <noscript>
      {import.meta.env.SSR && (
        <form
          id={form}
          method="post"
          action={urlOf(key, { params: { id: event.id } })}
          className="mt-2"
        >
          <SentAs keyOf={key} />
          <button className={buttonClass({ variant: 'quiet', block: true })}>Update guests</button>
        </form>
      )}
    </noscript>
  );
}

const leadLook =
  'mb-3 rounded-card bg-accent-soft px-3.5 py-2 font-display font-semibold text-balance text-ink forced-colors:border';

/** Describes the viewer's offer or waiting list position in a sentence. */
function leadOf({ rsvpState, rsvp }: Event): string | null {
  if (rsvpState === 'offered' && rsvp?.offerExpiresAt) return yoursUntil(rsvp.offerExpiresAt);
  return rsvpState === 'waiting' && rsvp?.position ? onTheList(rsvp.position) : null;
}

/** A party that needs more places than are left can wait together. */
const isTooLarge = (event: Event, guests: number): boolean =>
  event.rsvpState === 'open' && event.can.waitlist && !fitsPlacesLeft(event, guests);

const stateOf = (event: Event, guests: number): RsvpState =>
  isTooLarge(event, guests) ? 'waitlist' : event.rsvpState;

type Change = (guests: number) => void;

/**
 * Tracks the viewer's guests: saves changes at once for people who attend or wait, and with the
 * next press for others.
 */
function useParty(event: Event, bring: Change, bringLater: Change) {
  const { typed } = usePosted(`POST ${urlOf(attendKey, { params: { id: event.id } })}`);
  const [chosen, setChosen] = useState(countIn(typed.guests));
  const { status, guests: own = 0 } = event.rsvp ?? {};
  const most = mostGuestsOf(event);
  const isSaved = status === 'going' || status === 'waiting';
  const guests = isSaved ? own : Math.min(chosen ?? own, most);
  return {
    most,
    guests,
    isSaved,
    chosen: chosen === undefined ? undefined : guests,
    choose: status === 'going' ? bring : status === 'waiting' ? bringLater : setChosen,
  };
}

const countIn = (typed: string | undefined): number | undefined =>
  typed && /^\d$/.test(typed) ? Number(typed) : undefined;

/** Moves the focus to 'Going ✓', or else to the section, when the pressed button disappears. */
function useFocusAfterChange(state: string) {
  const place = useRef<HTMLDivElement>(null);
  const going = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const changed = before.current !== state;
    before.current = state;
    if (changed && document.activeElement === document.body)
      (going.current ?? place.current)?.focus({ preventScroll: true });
  }, [state]);
  return { place, going };
}

/** Returns true for `goingGuard` after `isOn` becomes true, but not when the page starts with it. */
function useJustAppeared(isOn: boolean): boolean {
  const [isNew, setNew] = useState(false);
  const wasOn = useRef(isOn);
  useLayoutEffect(() => {
    const appears = isOn && !wasOn.current;
    wasOn.current = isOn;
    setNew(appears);
    if (!appears) return;
    const timer = setTimeout(() => setNew(false), goingGuard);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isOn && isNew;
}
