import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { goingGuard } from '#contract/platform/durations.ts';
import type { Event, RsvpState } from '#contract/events/events.ts';
import type { Who } from '#contract/events/household.ts';
import { waitlistSentence, offerSentence } from '#contract/events/waitlist-words.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { urlOf } from '#web/platform/data/api.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import WhoFields, { countPeople, partyWords } from '#web/features/events/household/who-fields.tsx';
import GuestsControl from './guests-control.tsx';
import { useWaitlist, useRsvp, type RsvpWording } from './use-rsvp.ts';
import { fitsPlacesLeft, maxGuestsOf, tooFewPlaces } from './party.ts';
import { rsvpLook } from './rsvp-look.ts';
import WaitlistButtons from './waitlist-buttons.tsx';

/** Shows a member their RSVP, their place on the waiting list, or an offered place. */
export default function MemberRsvp({ event, wording }: { event: Event; wording: RsvpWording }) {
  const people = usePeople(event);
  const { attend, bring, cancel } = useRsvp(event, wording, people.who);
  const waitlist = useWaitlist(event);
  const changing = event.rsvp?.status === 'waiting' ? waitlist.bring : bring;
  const party = useParty(event, people.count, (guests) => changing.mutate({ guests }));
  const wanted = { guests: party.chosen, who: people.who, phone: people.phone };
  const chooseWho = (who: Who) => {
    if (party.isSaved && countPeople(who) === 0) return leave();
    people.choose(who);
    if (party.isSaved) changing.mutate({ who, phone: people.phone }, { onSettled: people.forget });
  };
  const savePhone = () => {
    const { who, phone } = people;
    if (who && phone !== (event.phone ?? '')) changing.mutate({ who, phone });
  };
  const [asking, setAsking] = useState(false);
  const formId = useId();
  const busy = attend.isPending || cancel.isPending;
  const goes = event.rsvped === true && !attend.isPending;
  const state = stateOf(event, party.guests, people.count);
  const hasJustAppeared = useJustAppeared(goes);
  const { place, going } = useFocusAfterChange(goes ? 'going' : state);
  const lead = leadOf(event);
  const giveUpPlace = () => {
    setAsking(false);
    cancel.mutate();
  };
  const askFirst = () => (event.placesLeft === 0 ? setAsking(true) : giveUpPlace());
  const leave = () => (goes ? askFirst() : waitlist.leave.mutate());
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Your RSVP" className="outline-none">
      {lead && <p className={leadLook}>{lead}</p>}
      {people.who && event.household && (
        <div className="mb-4">
          <WhoFields
            who={people.who}
            household={event.household}
            onChange={chooseWho}
            phone={people.phone}
            onPhone={people.setPhone}
            {...(party.isSaved && { onPhoneLeft: savePhone })}
          />
        </div>
      )}
      {isForChildren(event) && !event.household && (
        <p className="mb-3 text-sm">
          <a href="/settings#household">Add your children</a> to RSVP for them.
        </p>
      )}
      {party.most > 0 && (
        <div className="mb-3">
          <GuestsControl
            guests={party.guests}
            most={party.most}
            onChange={party.choose}
            form={formId}
          />
          {party.isSaved && <UpdateWithoutScript event={event} form={formId} />}
          <div role="status">
            {!goes && !busy && isTooLarge(event, party.guests, people.count) && (
              <p className="mt-2 text-sm">
                {tooFewPlaces(event.placesLeft ?? 0, party.guests, people.count)}
              </p>
            )}
          </div>
        </div>
      )}
      {!goes && !busy && state !== 'open' ? (
        <WaitlistButtons
          state={state}
          wording={wording}
          event={event}
          form={party.isSaved ? undefined : formId}
          joining={waitlist.join.isPending}
          leaving={waitlist.leave.isPending}
          onJoin={() => waitlist.join.mutate({ ...wanted, guests: party.guests })}
          onAccept={() => attend.mutate(wanted)}
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
              if (!hasJustAppeared) askFirst();
            }}
          >
            Going ✓
          </Button>
          <CancelWithoutScript id={event.id} />
        </>
      ) : (
        <CallForm
          call={attendKey}
          params={{ id: event.id }}
          id={formId}
          onSend={() => attend.mutate(wanted)}
        >
          <Button
            {...rsvpLook}
            type="submit"
            busy={busy}
            busyLabel={cancel.isPending ? 'Cancelling...' : 'Attending...'}
          >
            Attend Event
          </Button>
        </CallForm>
      )}
      {asking && (
        <LazyConfirmDialog
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
      <CallForm call={cancelKey} params={{ id }}>
        <p className="mb-2 font-semibold">You're going ✓</p>
        <button className={buttonClass({ ...rsvpLook, variant: 'outline' })}>Cancel RSVP</button>
      </CallForm>
    )}
  </noscript>
);

/** A button that sends the number of guests; with a script, each change is sent at once. */
function UpdateWithoutScript({ event, form }: { event: Event; form: string }) {
  const key = event.rsvp?.status === 'waiting' ? waitKey : attendKey;
  return (
    <noscript>
      {import.meta.env.SSR && (
        <CallForm call={key} params={{ id: event.id }} id={form} className="mt-2">
          <button className={buttonClass({ variant: 'quiet', block: true })}>Update guests</button>
        </CallForm>
      )}
    </noscript>
  );
}

const leadLook =
  'mb-3 rounded-card bg-accent-soft px-3.5 py-2 font-display font-semibold text-balance text-ink forced-colors:border';

/** Describes the viewer's offer or waiting list position in a sentence. */
function leadOf({ rsvpState, rsvp }: Event): string | null {
  if (rsvpState === 'offered' && rsvp?.offerExpiresAt) return offerSentence(rsvp.offerExpiresAt);
  return rsvpState === 'waiting' && rsvp?.position ? waitlistSentence(rsvp.position) : null;
}

/** A party that needs more places than are left can wait together. */
const isTooLarge = (event: Event, guests: number, people: number): boolean =>
  event.rsvpState === 'open' && event.can.waitlist && !fitsPlacesLeft(event, guests, people);

const stateOf = (event: Event, guests: number, people: number): RsvpState =>
  isTooLarge(event, guests, people) ? 'waitlist' : event.rsvpState;

/** Tracks who comes, for members with a household: what they have chosen, or said before. */
function usePeople(event: Event) {
  const [chosen, choose] = useState<Who>();
  const [phone = event.phone ?? '', setPhone] = useState<string>();
  const { household, rsvp } = event;
  const self = rsvp ? (rsvp.self ?? true) : null;
  const who = household && (chosen ?? partyWords(household, self, isForChildren(event)));
  const forget = () => choose(undefined);
  return { who, count: who ? countPeople(who) : 1, choose, forget, phone, setPhone };
}

const isForChildren = ({ audience }: Event) => audience === 'under18';

/**
 * Tracks the viewer's guests: saves changes at once for people who attend or wait, and with the
 * next press for others.
 */
function useParty(event: Event, people: number, bring: (guests: number) => void) {
  const { typed } = usePosted(`POST ${urlOf(attendKey, { params: { id: event.id } })}`);
  const [chosen, setChosen] = useState(countIn(typed.guests));
  const { status, guests: own = 0 } = event.rsvp ?? {};
  const most = maxGuestsOf(event, people);
  const isSaved = status === 'going' || status === 'waiting';
  const guests = isSaved ? own : Math.min(chosen ?? own, most);
  return {
    most,
    guests,
    isSaved,
    chosen: chosen === undefined ? undefined : guests,
    choose: isSaved ? bring : setChosen,
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

/**
 * Returns true for `goingGuard` after `isOn` becomes true, but not when the page starts with it.
 */
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
