import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { pageSizes, skeletonCounts } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import type { EventCard as Event } from '#contract/events/events.ts';
import { useTabInAddress } from '#web/platform/router/list-address.ts';
import { CardList } from '#web/platform/lists/card-list.tsx';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { SubscribeToOwnCalendar } from '#web/features/events/feeds/subscribe-button.tsx';
import { OwnHidden } from '#web/features/trust/moderation/own-hidden.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { EventCard } from './event-card.tsx';
import { EventRow } from './event-row.tsx';
import { AnswerButtons } from '#web/features/events/answers/answer-buttons.tsx';
import { isDoorOpen, myEventsParams, ownAttendance, ownEvents } from './my-events-queries.ts';
import { myEvents } from './queries.ts';

const PushOffer = lazyPart(() => import('#web/features/base/notifications/push-offer.tsx'));
const KeepEvents = lazyPart(() => import('#web/features/events/offline/keep-events.tsx'));

type When = 'upcoming' | 'past';

const tabWords = {
  upcoming: {
    heading: 'Upcoming events',
    title: 'No upcoming events',
    hint: "Find something you'd like to go to, and RSVP.",
  },
  past: {
    heading: 'Past events',
    title: 'No past events',
    hint: "Events you've been to will show up here.",
  },
};

export default function MyEventsPage() {
  const params = myEventsParams(new URLSearchParams(useSearch()));
  const [when, setWhen] = useState<When>(params.when);
  const keepTab = useTabInAddress('when');
  const cursorOf = (tab: When) => (tab === params.when ? params.cursor : undefined);
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="My Events"
        lead="Events you host, and those you're going to or on the waiting list for."
        actions={<SubscribeToOwnCalendar />}
      />
      <PushOffer className="mb-8" />
      {when === 'upcoming' && params.cursor === undefined && <Next params={params} />}
      <OwnHidden type="event" />
      <Section which="asking" cursor={params.asking} />
      <Section which="hosting" cursor={params.hosted} />
      <Tabs<When>
        label="When"
        value={when}
        onValueChange={(name) => {
          setWhen(name);
          keepTab(name);
        }}
        addressOf={(name) => `?when=${name}`}
        items={[
          {
            value: 'upcoming',
            label: 'Upcoming',
            content: <List when="upcoming" cursor={cursorOf('upcoming')} />,
          },
          { value: 'past', label: 'Past', content: <List when="past" cursor={cursorOf('past')} /> },
        ]}
      />
      <div className="mt-12 border-t border-line pt-6">
        <KeepEvents />
      </div>
    </>
  );
}

/** Shows the next event above the sections that would push it off a phone's first screen. */
function Next({ params }: { params: ReturnType<typeof myEventsParams> }) {
  const [next] = useInfiniteQuery(myEvents('upcoming')).data?.pages[0]?.items ?? [];
  const asking = useInfiniteQuery(ownEvents('asking', params.asking)).data?.pages[0];
  const hosted = useInfiniteQuery(ownEvents('hosting', params.hosted)).data?.pages[0];
  const isFarDown = [asking, hosted].some((page) => page && page.items.length > 0);
  if (!next || !isFarDown) return null;
  return (
    <section aria-labelledby="next-event" className="mb-10">
      <h2 id="next-event" className="mb-3 font-display text-xl font-bold">
        Your next event
      </h2>
      <EventRow event={next} />
    </section>
  );
}

const sections = {
  asking: {
    title: 'Waiting for your answer',
    more: 'Load more events that wait for you',
    card: (event: Event) => (
      <div className="grid grid-cols-1 grid-rows-[1fr_auto]">
        <EventCard event={event} />
        <AnswerButtons event={event} />
      </div>
    ),
  },
  hosting: {
    title: 'You host',
    more: 'Load more events you host',
    card: (event: Event) =>
      isDoorOpen(event) ? (
        <div className="grid grid-cols-1 grid-rows-[1fr_auto] gap-2">
          <EventCard event={event} />
          <ButtonLink
            // The module of these paths would be one more file of this page.
            href={`${paths.event(event.id)}/door`}
            variant="outline"
            label="Door"
            aria-label={`Door: ${event.title}`}
          />
        </div>
      ) : (
        <EventCard event={event} />
      ),
  },
};

/** Shown only while it has events: those that ask members, then those that organisers host. */
function Section({ which, cursor }: { which: keyof typeof sections; cursor: string | undefined }) {
  const list = useInfiniteQuery(ownEvents(which, cursor));
  const { title, more, card } = sections[which];
  if (!list.data?.pages[0]?.items.length) return null;
  return (
    <section aria-labelledby={which} className="mb-12">
      <SectionHeading id={which} title={title} />
      <CardList
        kind="event"
        list={list}
        skeletons={pageSizes.hostedEvents}
        card={card}
        more={more}
        moreHref={(next) => filteredPath(paths.myEvents, { [cursorNames[which]]: next })}
        empty={null}
      />
    </section>
  );
}

const cursorNames = { asking: 'asking', hosting: 'hosted' };

function List({ when, cursor }: { when: When; cursor: string | undefined }) {
  const list = useInfiniteQuery(myEvents(when, cursor));
  const { data: came } = useInfiniteQuery({ ...ownAttendance(), enabled: when === 'past' });
  const wasThere = new Set(came?.pages.flatMap(({ items }) => items.map((each) => each.eventId)));
  return (
    <>
      <h2 className="sr-only">{tabWords[when].heading}</h2>
      <CardList
        kind="event"
        list={list}
        skeletons={skeletonCounts.events}
        card={(event) => (
          <EventCard event={event} past={when === 'past'} came={wasThere.has(event.id)} />
        )}
        more="Load More Events"
        moreHref={(next) => filteredPath(paths.myEvents, { when, cursor: next })}
        empty={
          <EmptyState
            as="h3"
            title={tabWords[when].title}
            hint={tabWords[when].hint}
            actions={<ButtonLink href={paths.events} label="Explore Events" />}
          />
        }
      />
    </>
  );
}
