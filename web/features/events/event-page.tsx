import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { dayOf } from '../../../contract/dates.ts';
import type { Event } from '../../../contract/events.ts';
import { paths } from '../../../contract/paths.ts';
import { Comments } from '../comments/comments.tsx';
import { LinkedText } from '../../platform/text/linked-text.tsx';
import { memberLabel } from '../groups/member-label.ts';
import { usePageParam } from '../../platform/router/params.tsx';
import { lazyPart } from '../../platform/router/lazy-part.tsx';
import { Attendees } from '../rsvps/attendees.tsx';
import { RsvpButton } from '../rsvps/rsvp-button.tsx';
import { firstInteraction } from '../../platform/router/first-interaction.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cover } from '../../ui/cover.tsx';
import { cx } from '../../ui/cx.ts';
import { DayTile } from '../../ui/day-tile.tsx';
import { DetailsList } from '../../ui/details-list.tsx';
import { headingSize } from '../../ui/heading-size.ts';
import { CalendarDays, MapPin, Users } from '../../ui/icons.tsx';
import { pageHeadingId } from '../../ui/page-heading.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { attendeeLabel } from './attendee-label.ts';
import { EventTimes } from './event-times.tsx';
import { eventQuery } from './queries.ts';

const MissingEvent = lazyPart(() => import('./missing-event.tsx'));
const OrganiserBar = lazyPart(() => import('./organiser-bar.tsx'));
const EventSkeleton = lazyPart(() => import('./event-skeleton.tsx'));
const WhatComesNext = lazyPart(() => import('./what-comes-next.tsx'));
/** Printing doesn't wait for scripts: this one has to come before. */
const Poster = lazyPart(() => import('./poster.tsx'), undefined, firstInteraction);
const Notice = lazyPart(async () => ({ default: (await import('../../ui/banner.tsx')).Notice }));

export default function EventPage() {
  const { data: event, isPending } = useQuery(eventQuery(usePageParam('id')));
  if (isPending) return <EventSkeleton />;
  if (!event) return <MissingEvent />;
  return (
    <div key={event.id}>
      <div className={columns}>
        <div className="min-w-0">
          <Banner event={event} />
          <Title event={event} />
          {isRunBy(event) && <OrganiserBar event={event} />}
        </div>
        <SidePanel event={event} />
        <div className="min-w-0">
          <section aria-labelledby="about" className="mb-12">
            <SectionHeading id="about" title="About this event" />
            <LinkedText className="wrap-anywhere" text={event.description} />
          </section>
          <Host event={event} />
        </div>
        {!isOn(event) && <WhatComesNext event={event} className="min-w-0 lg:col-span-2" />}
        <div className="min-w-0">
          <Comments event={event} />
        </div>
      </div>
      <StickyRsvp event={event} />
    </div>
  );
}

/** Whether the viewer has something to do with how it is run. */
const isRunBy = ({ can, membership }: Event) => can.edit || membership?.isOrganizer === true;

/** Whether one can still go. */
const isOn = (event: Event) => !event.ended && event.status !== 'cancelled';

const columns = 'grid gap-y-10 sm:mt-6 lg:grid-cols-[1fr_20rem] lg:gap-12';

const Banner = ({ event }: { event: Event }) => (
  <div
    className={cx(
      bannerShape,
      // The name is for one picture of a page, and where there are cards it is for theirs.
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

const bannerShape = '-mx-4 overflow-hidden sm:mx-0 sm:rounded-card';

function Title({ event }: { event: Event }) {
  const day = dayOf(event.startTime);
  return (
    <header className="mt-6 flex items-start gap-5">
      {day && <DayTile {...day} size="lg" past={event.ended} className="hidden sm:flex" />}
      <div className="min-w-0">
        <div className="mb-2 flex flex-wrap gap-2">
          <Badge tone="primary">{event.category.name || 'Event'}</Badge>
          {event.status === 'cancelled' && <Badge tone="danger">Cancelled</Badge>}
          {event.ended && <Badge>Ended</Badge>}
        </div>
        <h1
          id={pageHeadingId}
          tabIndex={-1}
          className={cx('font-extrabold wrap-anywhere', headingSize(event.title))}
        >
          {event.title}
        </h1>
        <p className="mt-3 flex items-start gap-2 sm:text-lg">
          <CalendarDays className="mt-1 size-5 shrink-0 text-accent-ink" />
          <EventTimes event={event} />
        </p>
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
          <span className="block font-display text-lg font-bold wrap-anywhere sm:text-xl">
            {group.name}
          </span>
          <span className="text-muted">{memberLabel(group.memberCount)}</span>
        </span>
      </Link>
    </section>
  );
}

function SidePanel({ event }: { event: Event }) {
  return (
    <aside
      aria-label="Taking part"
      className={cx(
        'self-start rounded-card bg-card p-6 lg:sticky lg:top-6 lg:row-span-2',
        isOn(event) && 'lg:row-span-3',
      )}
    >
      <DetailsList
        className="sm:max-lg:grid sm:max-lg:grid-cols-2"
        items={[
          { icon: <MapPin />, label: 'Location', value: <Location event={event} /> },
          {
            icon: <Users />,
            label: 'Attendees',
            value: (
              <Attendees
                eventId={event.id}
                count={event.attendeeCount}
                label={attendeeLabel(event.attendeeCount)}
              />
            ),
          },
        ]}
      />
      <div className="mt-6 hidden lg:block">
        <RsvpButton event={event} wording="page" />
      </div>
      <RsvpNotes event={event} />
      {isOn(event) && (
        <div className="mt-6 grid gap-2 sm:max-lg:grid-cols-2">
          <AddToCalendar event={event} />
          <Poster event={event} />
        </div>
      )}
    </aside>
  );
}

function Location({ event }: { event: Event }) {
  if (!event.locationHidden) return <span className="text-ink">{event.location}</span>;
  return (
    <>
      {event.town && <span className="block text-ink">{event.town}</span>}
      <span className="block font-semibold">Members Only</span>
      <span className="block">Sign in to see the venue</span>
    </>
  );
}

function RsvpNotes({ event }: { event: Event }) {
  if (event.status === 'cancelled')
    return <Notice tone="danger" className="mt-6" title="This event has been cancelled" />;
  if (event.ended) return <Notice className="mt-6" title="This event is over" />;
  if (event.membership === null)
    return <p className="mt-3 text-sm text-muted">You need to join the group to RSVP</p>;
  return null;
}

/** On a small screen the button stays within reach of a thumb. */
function StickyRsvp({ event }: { event: Event }) {
  if (!isOn(event)) return null;
  return (
    <div
      data-foot
      className="sticky bottom-0 z-10 -mx-4 mt-10 -mb-16 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:hidden"
    >
      <RsvpButton event={event} wording="button" />
    </div>
  );
}
