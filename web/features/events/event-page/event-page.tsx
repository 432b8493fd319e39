import { useState } from 'react';
import { Link } from 'wouter';
import { dayOf } from '#contract/platform/dates.ts';
import type { Event } from '#contract/events/events.ts';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { Comments } from '#web/features/events/comments/comments.tsx';
import { isNotFound } from '#web/platform/data/queries.ts';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { memberLabel } from '#web/features/community/groups/member-label.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { lazyPart, whenReached } from '#web/platform/router/lazy-part.tsx';
import { Attendees } from '#web/features/events/attendance/attendees.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { RsvpButton } from '#web/features/events/attendance/rsvp-button.tsx';
import { fullEventLabel, rsvpLook } from '#web/features/events/attendance/rsvp-look.ts';
import type { RsvpWording } from '#web/features/events/attendance/use-rsvp.ts';
import { RsvpRule } from '#web/features/events/attendance/rsvp-rule.tsx';
import { firstInteraction } from '#web/platform/router/first-interaction.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { cx } from '#web/ui/cx.ts';
import { DayTile } from '#web/ui/day-tile.tsx';
import { DetailsList, type Detail } from '#web/ui/details-list.tsx';
import { headingSize } from '#web/ui/heading-size.ts';
import { ArrowRight, CalendarDays, Info, MapPin, PoundSign, Share, Users } from '#web/ui/icons.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { guestPagePath } from '#web/features/events/guests/guest-link.ts';
import { EventTimes } from '#web/features/events/events/event-times.tsx';
import { isRun, useEvent } from './use-event.ts';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

/** Offline it comes later, without a word: nobody asked for it. */
const DeviceOffers = lazyPart(
  () => import('#web/features/base/device/device-offers.tsx'),
  undefined,
  () => Promise.resolve(),
);
const CantCome = lazyPart(() => import('#web/features/events/answers/cant-come.tsx'));
const ComeAlong = lazyPart(() => import('#web/features/events/guests/come-along.tsx'));
const Directions = lazyPart(() => import('./directions.tsx'));
/** The server renders it; its links need no script. */
const GettingIn = lazyPart(
  () => import('./getting-in.tsx'),
  undefined,
  whenReached('[data-getting-in]'),
);
const KnownGuest = lazyPart(() => import('#web/features/events/guests/known-guest.tsx'));
const JoinOnline = lazyPart(() => import('./join-online.tsx'));
const EmailNotConfirmed = lazyPart(
  () => import('#web/features/base/sign-in/email-not-confirmed.tsx'),
);
const EventPlaces = lazyPart(() => import('./event-places.tsx'));
const MissingEvent = lazyPart(() => import('./missing-event.tsx'));
const OrganiserBar = lazyPart(() => import('./organiser-bar.tsx'));
const SeriesLine = lazyPart(() => import('#web/features/events/series/series-line.tsx'));
const SeriesDates = lazyPart(() => import('#web/features/events/series/series-dates.tsx'));
const NextSteps = lazyPart(() => import('./next-steps.tsx'));
/** Loads at the first interaction: the poster must be ready before the visitor prints the page. */
const ShareActions = lazyPart(
  () => import('./event-share-actions.tsx'),
  undefined,
  firstInteraction,
);

export default function EventPage() {
  const {
    data: event,
    isPending,
    isPlaceholderData,
    error,
    refetch,
  } = useEvent(usePageParam('id'));
  if (isPending) return <EventSkeleton />;
  if (!event && isNotFound(error)) return <MissingEvent />;
  if (!event) return <Unavailable as="h1" what="This event" onRetry={() => void refetch()} />;
  return (
    <div key={event.id} className="@container">
      <div className={columnsClass}>
        <div className="min-w-0">
          <Banner event={event} />
          <Title event={event} />
          {(event.hidden || isRun(event)) && <OrganiserBar event={event} />}
        </div>
        <SidePanel event={event} inPart={isPlaceholderData} />
        <div className="min-w-0">
          <section aria-labelledby="about" className="mb-12">
            <SectionHeading id="about" title="About this event" />
            <LinkedText className="wrap-anywhere" text={event.description} />
          </section>
          {event.series && <SeriesDates event={event} seriesId={event.series.id} />}
          <Host event={event} />
        </div>
        {!isOn(event) && <NextSteps event={event} className="min-w-0 lg:col-span-2" />}
        <div className="min-w-0">
          <Comments event={event} inPart={isPlaceholderData} />
        </div>
      </div>
      <StickyRsvp event={event} inPart={isPlaceholderData} />
    </div>
  );
}

const hasPlaces = (event: Event) =>
  isOn(event) && (event.capacity || event.guestsAllowed || event.rsvpClosesAt);

/** True while people can still attend. */
const isOn = (event: Event) => !event.ended && event.status !== 'cancelled';

const isFull = (event: Event) => isOn(event) && event.placesLeft === 0;

/** True for members while everybody is asked whether they come, also once RSVPs have closed. */
const isAsked = (event: Event) =>
  event.asksEverybody && event.membership?.status === 'approved' && isOn(event);

const isOrganiser = ({ membership }: Event) => membership?.isOrganizer;

const columnsClass = 'grid gap-y-6 sm:gap-y-10 sm:mt-6 lg:grid-cols-[1fr_20rem] lg:gap-12';

const Banner = ({ event }: { event: Event }) => (
  <div
    className={cx(
      bannerShape,
      // The name must be unique on the page, and past events show cards that use it.
      isOn(event) && '[view-transition-name:banner]',
    )}
  >
    <Cover
      seed={event.id}
      categoryId={event.categoryId}
      imageUrl={event.imageUrl}
      eager
      sizes="(min-width: 64rem) 46rem, 100vw"
    />
  </div>
);

const bannerShape = '-mx-4 overflow-hidden max-sm:max-h-36 sm:mx-0 sm:rounded-card';

function Title({ event }: { event: Event }) {
  const day = dayOf(event.startTime);
  return (
    <header className="mt-4 flex items-start gap-5 sm:mt-6">
      {day && <DayTile {...day} size="lg" past={event.ended} className="hidden sm:flex" />}
      <div className="min-w-0">
        <div className="mb-2 flex flex-wrap gap-2">
          <Badge tone="primary">{event.category.name || 'Event'}</Badge>
          {event.status === 'cancelled' && <Badge tone="danger">Cancelled</Badge>}
          {event.ended && <Badge>Ended</Badge>}
          {event.audienceText && <Badge tone="accent">{event.audienceText}</Badge>}
          {event.online && <Badge>{event.inPersonToo ? 'Online and in person' : 'Online'}</Badge>}
        </div>
        <h1
          id={pageHeadingId}
          dir="auto"
          tabIndex={-1}
          className={cx('font-extrabold wrap-anywhere', headingSize(event.title))}
        >
          {event.title}
        </h1>
        <p className="mt-3 flex items-start gap-2 sm:text-lg">
          <CalendarDays className="mt-1 size-5 shrink-0 text-accent-ink" />
          <EventTimes event={event} />
          {isFull(event) && <Badge className="shrink-0 sm:hidden">Full</Badge>}
        </p>
        {event.series && <SeriesLine series={event.series} />}
      </div>
    </header>
  );
}

function Host({ event }: { event: Event }) {
  const { group } = event;
  return (
    <section aria-labelledby="host">
      <SectionHeading id="host" title="Hosted by" />
      <Link
        href={paths.group(group.id)}
        className="flex items-center gap-4 rounded-card bg-card p-3 text-ink no-underline hover:bg-sunken"
      >
        <span className="block w-20 shrink-0 sm:w-28 overflow-hidden rounded-card">
          <Cover
            seed={group.id}
            categoryId={group.categoryId}
            imageUrl={group.imageUrl}
            sizes="7rem"
          />
        </span>
        <span className="min-w-0">
          <span
            dir="auto"
            className="block font-display text-lg font-bold wrap-anywhere sm:text-xl"
          >
            {group.name}
          </span>
          <span className="text-muted">{memberLabel(group.memberCount)}</span>
        </span>
      </Link>
    </section>
  );
}

interface PartProps {
  event: Event;
  /** True until the viewer's abilities have loaded. */
  inPart: boolean;
}

/** True for a viewer who can come without joining, and who isn't known to come or wait already. */
const isOpenTo = ({ can, rsvp, knownGuest }: Event) => can.guestRsvp && !rsvp && !knownGuest;

const Rsvp = ({ event, inPart, wording }: PartProps & { wording: RsvpWording }) =>
  inPart ? (
    <Button {...rsvpLook} disabled>
      {'Loading...'}
    </Button>
  ) : (
    <RsvpButton event={event} wording={wording} isSecond={isOpenTo(event)} />
  );

function SidePanel({ event, inPart }: PartProps) {
  return (
    <aside
      aria-label="Taking part"
      className={cx(
        'flex flex-col self-start rounded-card bg-card p-4 sm:p-6 lg:row-span-2',
        isOn(event) && 'lg:row-span-3',
        // With the form the panel may be taller than the window, and its end must be in reach.
        !isOpenTo(event) && 'lg:sticky lg:top-6',
      )}
    >
      {/* Before the details on wide screens, so that the way to come is on the first screen. */}
      <div className="max-lg:order-1 lg:-mt-6 lg:mb-6 lg:border-b lg:border-line lg:pb-6">
        {isOpenTo(event) && <ComeAlong event={event} />}
        {event.knownGuest ? (
          <KnownGuest eventId={event.id} guest={event.knownGuest} />
        ) : (
          <div
            id="rsvp"
            className={cx('mt-6', !isOrganiser(event) && 'hidden @max-[16rem]:block lg:block')}
          >
            <Rsvp event={event} inPart={inPart} wording="page" />
            <RsvpRule event={event} backTo={paths.event(event.id)} />
          </div>
        )}
        {isAsked(event) && <CantCome event={event} />}
        <RsvpNotes event={event} />
        <AfterRsvp event={event} />
        {isOn(event) && <Unconfirmed />}
      </div>
      <DetailsList
        className="sm:max-lg:grid sm:max-lg:grid-cols-2"
        items={[
          { icon: <MapPin />, label: 'Location', value: <Location event={event} />, isPlain: true },
          ...(event.priceText ? [priceItem(event, event.priceText)] : []),
          ...(event.location === undefined
            ? []
            : [
                gettingThere({
                  location: placeLine({ ...event, location: event.location }),
                  town: event.town,
                }),
              ]),
          { icon: <Info />, label: 'Getting in', value: <GettingIn event={event} /> },
          ...(event.online
            ? [{ icon: <Share />, label: 'Online', value: <JoinOnline event={event} /> }]
            : []),
          {
            icon: <Users />,
            label: 'Attendees',
            value: (
              <>
                <Attendees event={event} />
                <p className="mt-2 text-sm">{event.attendeeNamesText}</p>
                {hasPlaces(event) && <EventPlaces event={event} />}
              </>
            ),
          },
        ]}
      />
      <div data-online="" className="order-1 mt-6 grid gap-2 sm:max-lg:grid-flow-col">
        {isOn(event) && <AddToCalendar event={event} />}
        <ShareActions event={event} />
      </div>
    </aside>
  );
}

/** Offers what a phone can do to somebody who has just said that they come. */
function AfterRsvp({ event: { rsvped } }: { event: Event }) {
  const [before, setBefore] = useState(rsvped);
  // Cards know less than the page, which may come after them.
  if (before === undefined && rsvped !== undefined) setBefore(rsvped);
  return before === false && rsvped ? <DeviceOffers /> : null;
}

const priceItem = ({ free }: Event, priceText: string): Detail => ({
  icon: <PoundSign />,
  label: 'Price',
  isPlain: true,
  value: (
    <span className="flex flex-wrap items-center gap-2 text-ink">
      {free && <Badge tone="good">Free</Badge>}
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {priceText}
      </span>
    </span>
  ),
});

const gettingThere = (venue: { location: string; town: string | null }): Detail => ({
  icon: <ArrowRight />,
  label: 'Getting there',
  isPlain: true,
  value: <Directions venue={venue} />,
});

/** Members with an unconfirmed address get no emails about the event. */
function Unconfirmed() {
  const { user } = useUser();
  if (!user || user.emailVerified) return null;
  return (
    <EmailNotConfirmed
      className="mt-6"
      consequence="We can't email you about this event until you confirm your address."
    />
  );
}

function Location({ event }: { event: Event }) {
  if (event.location !== undefined)
    return (
      <span dir="auto" className="block text-ink">
        {placeLine({ ...event, location: event.location })}
      </span>
    );
  return (
    <>
      {event.town && <span className="block text-ink">{event.town}</span>}
      {event.knownGuest ? (
        <a href={guestPagePath(event.id)} className="link">
          On your page
        </a>
      ) : (
        <LocationRule event={event} />
      )}
    </>
  );
}

function LocationRule({ event }: { event: Event }) {
  return (
    <>
      <span className="block font-semibold">
        {isOpenTo(event) ? 'Shown once you’re coming' : 'Members Only'}
      </span>
      {!isOpenTo(event) && <span className="block">Sign in to see the venue</span>}
    </>
  );
}

function RsvpNotes({ event }: { event: Event }) {
  const { rsvpState } = event;
  if (rsvpState === 'cancelled')
    return (
      <Notice tone="danger" className="mt-6" title="This event has been cancelled">
        {event.cancelReason && (
          <p dir="auto" className="wrap-anywhere">
            {event.cancelReason}
          </p>
        )}
      </Notice>
    );
  if (rsvpState === 'ended') return <Notice className="mt-6" title="This event has ended" />;
  if (rsvpState === 'join_group' && !isOpenTo(event))
    return <p className="mt-3 text-sm text-muted">You need to join the group to RSVP</p>;
  return null;
}

/** States in which the viewer has more than one control. */
const hasControls = ({ rsvpState }: Event) =>
  !['sign_in', 'join_group', 'request_pending'].includes(rsvpState);

/**
 * Keeps the button within reach of a thumb on small screens. Organisers need it less often. With
 * large text it is one button, and the panel has the rest.
 */
function StickyRsvp({ event, inPart }: PartProps) {
  if (!isOn(event) || isOrganiser(event)) return null;
  const guest = event.knownGuest;
  return (
    <div
      data-foot
      className="sticky short:static bottom-0 z-10 -mx-4 mt-10 -mb-16 border-t border-line bg-paper px-4 py-2.5 sm:-mx-6 sm:py-3 sm:px-6 lg:hidden"
    >
      {guest ? (
        <KnownGuest eventId={event.id} guest={guest} inBar />
      ) : (
        <StickyControls event={event} inPart={inPart} />
      )}
    </div>
  );
}

function StickyControls({ event, inPart }: PartProps) {
  const isOpen = isOpenTo(event);
  const isSeveral = isOpen || hasControls(event);
  return (
    <>
      <div className={cx(isOpen && 'grid grid-cols-2 gap-2 @max-[16rem]:grid-cols-1')}>
        {isSeveral && (
          <a
            href={isOpen ? '#come' : '#rsvp'}
            className={cx(buttonClass(rsvpLook), !isOpen && '@min-[16rem]:hidden')}
          >
            {isOpen ? (isFull(event) ? fullEventLabel(event) : 'Come along') : 'Your RSVP'}
          </a>
        )}
        <div className={cx(isSeveral && '@max-[16rem]:hidden')}>
          <Rsvp event={event} inPart={inPart} wording="button" />
        </div>
      </div>
      {!isOpen && (
        <div className="@max-[16rem]:hidden">
          {isFull(event) && !hasControls(event) && (
            <p className="mt-2 text-sm font-semibold max-sm:mt-1">{fullEventLabel(event)}</p>
          )}
          <RsvpRule event={event} backTo={paths.event(event.id)} />
        </div>
      )}
    </>
  );
}

/** Shown while an event loads. */
function EventSkeleton() {
  return (
    <div role="status" aria-label="Loading the event">
      <div className="grid gap-y-10 sm:mt-6 lg:grid-cols-[1fr_20rem] lg:gap-12">
        <div className="min-w-0">
          <div className="-mx-4 overflow-hidden sm:mx-0 sm:rounded-card">
            <Skeleton className="aspect-video rounded-none" />
          </div>
          <div className="mt-6 flex gap-5">
            <Skeleton className="hidden h-30 w-24 sm:block" />
            <div className="grow">
              <Skeleton className="mt-9 h-11" />
              <Skeleton className="mt-4 h-6" />
            </div>
          </div>
        </div>
        <Skeleton className="h-96 lg:row-span-2" />
        <SkeletonText lines={8} className="max-w-[68ch]" />
      </div>
    </div>
  );
}
