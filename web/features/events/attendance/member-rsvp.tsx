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

/** For members of the group: going or not yet, waiting for a place, or offered one. */
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
  const { place, going } = useFocusKept(goes ? 'going' : state);
  const lead = leadOf(event);
  const give = () => {
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
          {party.isTold && <UpdateWithoutScript event={event} form={formId} />}
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
          form={party.isTold ? undefined : formId}
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
              else give();
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
          description={`${event.title} is full: your place goes to somebody else, and may not come back.`}
          confirmLabel="Give Up Place"
          cancelLabel="Keep It"
          danger
          onConfirm={give}
        />
      )}
    </div>
  );
}

const attendKey = 'POST /api/events/:id/rsvps';
const waitKey = 'PUT /api/events/:id/waitlist';
const cancelKey = 'DELETE /api/events/:id/rsvps';

/** A press that comes before the script waits for it: it may ask first. */
const CancelWithoutScript = ({ id }: { id: number }) => (
  <noscript>
    {import.meta.env.SSR && (
      <form method="post" action={urlOf(cancelKey, { params: { id } })}>
        <SentAs keyOf={cancelKey} />
        <p className="mb-2 font-semibold">You are going ✓</p>
        <button className={buttonClass({ ...rsvpLook, variant: 'outline' })}>Cancel RSVP</button>
      </form>
    )}
  </noscript>
);

/** Where each press on the number would be sent by the script, a button sends it. */
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
          <button className={buttonClass({ variant: 'quiet', block: true })}>Update Guests</button>
        </form>
      )}
    </noscript>
  );
}

const leadLook =
  'mb-3 rounded-card bg-accent-soft px-3.5 py-2 font-display font-semibold text-balance text-ink forced-colors:border';

/** How the viewer stands on the list, in a sentence. */
function leadOf({ rsvpState, rsvp }: Event): string | null {
  if (rsvpState === 'offered' && rsvp?.offerExpiresAt) return yoursUntil(rsvp.offerExpiresAt);
  return rsvpState === 'waiting' && rsvp?.position ? onTheList(rsvp.position) : null;
}

/** A party that is larger than the room that is left can wait for it together. */
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
  const told = status === 'going' || status === 'waiting';
  const guests = told ? own : Math.min(chosen ?? own, most);
  return {
    most,
    guests,
    isTold: told,
    chosen: chosen === undefined ? undefined : guests,
    choose: status === 'going' ? bring : status === 'waiting' ? bringLater : setChosen,
  };
}

const countIn = (typed: string | undefined): number | undefined =>
  typed && /^\d$/.test(typed) ? Number(typed) : undefined;

/** Where the button that was pressed has gone with the state it was for, 'Going ✓' or else its place takes the focus. */
function useFocusKept(state: string) {
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

/** Whether something has come on less than `goingGuard` ago, and not with the page itself. */
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
