import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { GuestRsvp, GuestState } from '#contract/events/guest-rsvps.ts';
import { onTheList, yoursUntil } from '#contract/events/waitlist-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { MapPin } from '#web/ui/icons.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { PlaceArticle } from '#web/features/events/attendance/offer-parts.tsx';
import Directions from '#web/features/events/event-page/directions.tsx';
import { EventTimes } from '#web/features/events/events/event-times.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { CalendarPart } from './calendar-part.tsx';
import { CancelPart } from './cancel-part.tsx';
import { ConfirmPart } from './confirm-part.tsx';
import type { GuestProps } from './guest-parts.ts';
import { GuestsPart } from './guests-part.tsx';
import { KeepWithAccount } from './keep-with-account.tsx';
import { MessagesPart } from './messages-part.tsx';
import { OfferedPart } from './offered-part.tsx';
import { guestQuery } from './queries.ts';
import { SeeEvent } from './see-event.tsx';

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

const headings: Record<GuestState, string> = {
  unconfirmed: 'One press, and you’re coming',
  going: 'You’re going',
  waiting: 'You’re on the waiting list',
  offered: 'A place is yours',
  cancelled: 'Your place is cancelled',
  over: 'This event has been called off',
};

function headingOf({ state, offerExpiresAt, event }: GuestRsvp): string {
  if (state === 'offered' && offerExpiresAt) return yoursUntil(offerExpiresAt);
  return state === 'unconfirmed' && event.placesLeft === 0
    ? 'It’s full right now'
    : headings[state];
}

function EventFacts({ rsvp: { event, state } }: Pick<GuestProps, 'rsvp'>) {
  const { location, town } = event;
  return (
    <>
      <p dir="auto" className="mt-4 font-display text-xl font-bold wrap-anywhere">
        {event.title}
      </p>
      <div className="mt-1">
        <EventTimes event={event} />
      </div>
      {(location ?? town) && (
        <p className="mt-1 flex items-start gap-2">
          <MapPin className="mt-0.5 size-5 shrink-0 text-accent-ink" />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {location ?? town}
          </span>
        </p>
      )}
      {location !== undefined && state === 'going' && <Directions venue={{ location, town }} />}
    </>
  );
}

function StatePart(props: GuestProps) {
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
            {position !== undefined && `${onTheList(position)}. `}We’ll email you as soon as a place
            is free for you.
          </p>
          <GuestsPart {...props} />
          <OwnParts {...props} />
        </>
      );
    case 'offered':
      return <OfferedPart {...props} />;
    case 'cancelled':
      return (
        <>
          <p className="mt-4">
            We’ve deleted your name and email address. If you’d like to come after all, ask again on
            the event’s page.
          </p>
          <SeeEvent id={event.id} />
        </>
      );
    case 'over':
      return (
        <>
          <p className="mt-4">Sorry, it won’t take place. You needn’t do anything.</p>
          <SeeEvent id={event.id} />
        </>
      );
  }
}

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
        <Link href={user ? paths.myEvents : paths.events} className={buttonClass()}>
          {user ? 'My Events' : 'Find the event'}
        </Link>
      }
    />
  );
}
