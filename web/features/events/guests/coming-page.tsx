import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useId, useState } from 'react';
import { Link } from 'wouter';
import type { GuestRsvp, GuestState } from '#contract/events/guest-rsvps.ts';
import { waitlistSentence, offerSentence } from '#contract/events/waitlist-words.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { failureOf, call } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buttonClass, Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { MapPin } from '#web/ui/icons.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import {
  EventName,
  PlaceArticle,
  OfferAnswers,
} from '#web/features/events/attendance/offer-parts.tsx';
import Directions from '#web/features/events/event-page/directions.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { CancelPart } from './cancel-part.tsx';
import { ConfirmPart } from './confirm-part.tsx';
import { type GuestProps, maxGuestsNow, GuestForm } from './guest-parts.tsx';
import { guestQuery } from './guest-pages.ts';
import { useIfMailed, useSite } from '#web/platform/site.tsx';
import { useCalendarFileLabel } from '#web/features/events/event-page/calendar-file-label.ts';
import { calendarLinks } from '#web/features/events/event-page/calendar-links.ts';
import {
  changedGuests,
  guestMessagesWords,
  acceptOfferWords,
  passOnOfferWords,
} from '#contract/events/form-words.ts';
import { useIsScripted } from '#web/platform/forms/posted.tsx';
import { toast } from '#web/ui/toast.ts';
import GuestsControl from '#web/features/events/attendance/guests-control.tsx';
import { storeGuest } from '#web/features/base/accounts/guest-details.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useLinkAnswer } from '#web/features/events/attendance/use-link-answer.ts';
import { cx } from '#web/ui/cx.ts';
import { isPlainClick } from '#web/ui/plain-click.ts';

const ContactOrganisers = lazyPart(async () => ({
  default: (await import('./contact-organisers.tsx')).ContactOrganisers,
}));

/**
 * A guest's own page, from the link in their emails. Opening it changes nothing, because email
 * programs follow links by themselves.
 */
export default function ComingPage() {
  const token = usePageParam('token');
  const { data, isPending, error, refetch } = useQuery(guestQuery(token));
  const { status = 0 } = failureOf(error);
  if (status === 404 || status === 400) return <EndedLink />;
  if (isPending) return <FormSkeleton label="Loading your place" className="mt-10" />;
  if (!data) return <Unavailable as="h1" what="Your place" onRetry={() => void refetch()} />;
  return <Place token={token} rsvp={data} />;
}

function Place({ token, rsvp }: GuestProps) {
  const { event, state } = rsvp;
  const title = useFocusAfterChange(state);
  return (
    <PlaceArticle event={event} heading={headingOf(rsvp)} headingRef={title}>
      <EventFacts rsvp={rsvp} />
      <StatePart token={token} rsvp={rsvp} />
    </PlaceArticle>
  );
}

const stateHeadings: Record<GuestState, string> = {
  unconfirmed: 'One press, and you’re coming',
  going: 'You’re going',
  waiting: 'You’re on the waiting list',
  offered: 'A place is yours',
  cancelled: 'Your place is cancelled',
  over: 'This event has been called off',
};

function headingOf({ state, offerExpiresAt, event }: GuestRsvp): string {
  if (state === 'offered' && offerExpiresAt) return offerSentence(offerExpiresAt);
  return state === 'unconfirmed' && event.placesLeft === 0
    ? 'It’s full right now'
    : stateHeadings[state];
}

function EventFacts({ rsvp: { event, state } }: Pick<GuestProps, 'rsvp'>) {
  const { location, town } = event;
  return (
    <>
      <EventName event={event} />
      {(location ?? town) && (
        <p className="mt-1 flex items-start gap-2">
          <MapPin className="mt-0.5 size-5 shrink-0 text-accent-ink" />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {location ?? town}
          </span>
        </p>
      )}
      {location !== undefined && state === 'going' && <Directions venue={{ location, town }} />}
      <p className="mt-3">
        <Link href={paths.event(event.id)} className="link">
          See the event
        </Link>
      </p>
    </>
  );
}

function StatePart(props: GuestProps) {
  const ifMailed = useIfMailed();
  const { event, state, position } = props.rsvp;
  switch (state) {
    case 'unconfirmed':
      return <ConfirmPart {...props} />;
    case 'going':
      return (
        <>
          <GuestsPart {...props} />
          <CalendarPart {...props} />
          <OwnParts {...props} />
        </>
      );
    case 'waiting':
      return (
        <>
          <p className="mt-4">
            {position !== undefined && `${waitlistSentence(position)}. `}
            {ifMailed(
              'We’ll email you as soon as a place is free for you.',
              'Look here again: this page shows when a place is free for you.',
            )}
          </p>
          <GuestsPart {...props} />
          <OwnParts {...props} />
        </>
      );
    case 'offered':
      return <OfferedPart {...props} />;
    case 'cancelled':
      return <CancelledPart {...props} />;
    case 'over':
      return (
        <>
          {event.cancelReason && (
            <p dir="auto" className="mt-4 wrap-anywhere">
              {event.cancelReason}
            </p>
          )}
          <p className="mt-4">Sorry, it won’t take place. You needn’t do anything.</p>
        </>
      );
  }
}

/** Brings the place back for a day, where the guest cancelled it themselves. */
const CancelledPart = (props: GuestProps) =>
  props.rsvp.returnUntil ? (
    <>
      <p className="mt-4">Changed your mind? You can have your place back if there’s room.</p>
      <ConfirmPart {...props} />
    </>
  ) : (
    <p className="mt-4">
      We’ve deleted your name and email address. If you’d like to come after all, ask again on the
      event’s page.
    </p>
  );

/** Everything else that a guest with a place or on the list can do. */
const OwnParts = (props: GuestProps) => (
  <>
    {props.rsvp.event.contactEnabled && <ContactOrganisers {...props} />}
    <MessagesPart {...props} />
    <KeepWithAccount {...props} />
    <CancelPart {...props} />
  </>
);

/** Focuses the heading, so that screen readers announce the outcome when the button disappears. */
function useFocusAfterChange(state: GuestState) {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) title.current?.focus();
    before.current = state;
  }, [state]);
  return title;
}

function EndedLink() {
  const { user } = useUser();
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title="This link has ended"
      hint={
        user
          ? 'If you came with the address of your account, you’ll find your place in My Events.'
          : 'A link works for 24 hours until you press its button, and then until the event ends. Still want to come? Put your name down again on the event’s page.'
      }
      actions={
        <ButtonLink
          href={user ? paths.myEvents : paths.events}
          label={user ? 'My Events' : 'Find the event'}
        />
      }
    />
  );
}

const outsideLink = {
  target: '_blank',
  rel: 'noopener noreferrer',
  className: buttonClass({ variant: 'outline', size: 'sm' }),
};

/** The file in an email has the venue, also where it isn't public. */
function CalendarPart({ rsvp: { event } }: Pick<GuestProps, 'rsvp'>) {
  const ifMailed = useIfMailed();
  const { origin } = useSite();
  const { file, google, outlook } = calendarLinks({ description: '', ...event }, origin);
  const fileLabel = useCalendarFileLabel();
  return (
    <section aria-labelledby="calendar" className="mt-8 border-t border-line pt-6">
      <h2 id="calendar" className="text-xl">
        Add to my calendar
      </h2>
      <p className="mt-1 text-muted">
        {ifMailed('Open the file in the email we sent you, or use one of these.')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={google} {...outsideLink}>
          Google Calendar
        </a>
        <a href={outlook} {...outsideLink}>
          Outlook
        </a>
        <a href={file} download={`event-${event.id}.ics`} className={outsideLink.className}>
          {fileLabel}
        </a>
      </div>
    </section>
  );
}

const changeKey = 'POST /api/guest-rsvps/change';

/** Changes how many guests come, or wait, too. */
function GuestsPart({ token, rsvp }: GuestProps) {
  const formId = useId();
  const isScripted = useIsScripted();
  const [guests, setGuests] = useState(rsvp.guests);
  const change = useLinkAnswer({
    query: guestQuery(token),
    send: () => call(changeKey, { body: { token, guests } }),
    failed: "Couldn't change your guests",
    onDone: (now) => toast({ ...changedGuests(now), tone: 'good' }),
  });
  const most = maxGuestsNow(rsvp);
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

/** Leads to the sign-up form with the guest's name and address. */
function KeepWithAccount({ token, rsvp: { event } }: GuestProps) {
  const { user, isPending } = useUser();
  const signUp = withNext(paths.auth, paths.event(event.id));
  const keep = useMutation({
    mutationFn: () => call('POST /api/guest-rsvps/account', { body: { token } }),
    onSuccess: (guest) => storeGuest({ ...guest, token }),
    // A whole document loads, because this one sends no referrer.
    onSettled: () => window.location.assign(signUp),
  });
  if (user || isPending) return null;
  return (
    <section aria-labelledby="keep" className="mt-8 border-t border-line pt-6">
      <h2 id="keep" className="text-xl">
        Keep this with an account
      </h2>
      <p className="mt-1 text-muted">
        See all your events in one place, and join {event.group.name}. We’ll fill in your name and
        email address.
      </p>
      <a
        href={signUp}
        className={cx(buttonClass({ variant: 'outline', size: 'sm' }), 'needs-script mt-3')}
        onClick={(click) => {
          if (!isPlainClick(click)) return;
          click.preventDefault();
          keep.mutate();
        }}
      >
        Sign up
      </a>
      <noscript>
        {import.meta.env.SSR && (
          <GuestForm
            keyOf="POST /api/guest-rsvps/account"
            token={token}
            next={signUp}
            className="mt-3"
          >
            <button className={buttonClass({ variant: 'outline', size: 'sm' })}>Sign up</button>
          </GuestForm>
        )}
      </noscript>
    </section>
  );
}

const messagesKey = 'POST /api/guest-rsvps/messages';

/** Turns the organisers' messages about the event on or off. */
function MessagesPart({ token, rsvp: { messages } }: GuestProps) {
  const ifMailed = useIfMailed();
  const change = useLinkAnswer({
    query: guestQuery(token),
    send: () => call(messagesKey, { body: { token, on: !messages } }),
    failed: guestMessagesWords.failed,
    onDone: (now) =>
      toast({
        ...guestMessagesWords.done(now),
        description: now.messages
          ? ifMailed('We’ll email you what the organisers write about this event.')
          : ifMailed('We’ll still tell you if the event changes or is called off.'),
        tone: 'good',
      }),
  });
  return (
    <section aria-labelledby="messages" className="mt-8 border-t border-line pt-6">
      <h2 id="messages" className="text-xl">
        Messages about this event
      </h2>
      <p className="mt-1 text-muted">
        {messages
          ? 'The organisers can email you about this event.'
          : `You don’t get the organisers’ messages. ${ifMailed('We’ll still tell you if the event changes or is called off.')}`}
      </p>
      <GuestForm keyOf={messagesKey} token={token} className="mt-3" onSend={() => change.mutate()}>
        <input type="hidden" name="on" value={String(!messages)} />
        <Button
          type="submit"
          variant="outline"
          size="sm"
          busy={change.isPending}
          busyLabel="Saving..."
        >
          {messages ? 'Turn messages off' : 'Turn messages on'}
        </Button>
      </GuestForm>
    </section>
  );
}

/** A place from the waiting list, to accept or to pass on. */
function OfferedPart({ token, rsvp }: GuestProps) {
  const accept = useLinkAnswer({
    query: guestQuery(token),
    send: () => call('POST /api/guest-rsvps/accept', { body: { token } }),
    failed: acceptOfferWords.failed,
  });
  const passOn = useLinkAnswer({
    query: guestQuery(token),
    send: () => call('POST /api/guest-rsvps/pass-on', { body: { token } }),
    failed: passOnOfferWords.failed,
  });
  return (
    <OfferAnswers
      party={rsvp}
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
