import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { pageSizes, skeletons } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { CardList } from '#web/platform/lists/card-list.tsx';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { SubscribeToOwnCalendar } from '#web/features/events/feeds/subscribe-to-own.tsx';
import { OwnHidden } from '#web/features/trust/moderation/own-hidden.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { EventCard } from './event-card.tsx';
import { AnswerButtons } from '#web/features/events/answers/answer-buttons.tsx';
import { myEventsParams, ownEvents } from './my-events-queries.ts';
import { myEvents } from './queries.ts';

type When = 'upcoming' | 'past';

const words = {
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
  const cursorOf = (tab: When) => (tab === params.when ? params.cursor : undefined);
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="My Events"
        lead="Events you host, and those you're going to or on the waiting list for."
        actions={<SubscribeToOwnCalendar />}
      />
      <OwnHidden type="event" />
      <Asking cursor={params.asking} />
      <Hosted cursor={params.hosted} />
      <Tabs<When>
        label="When"
        value={when}
        onValueChange={setWhen}
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
    </>
  );
}

/** Members of groups that ask everybody answer here, before all else. */
function Asking({ cursor }: { cursor: string | undefined }) {
  const list = useInfiniteQuery(ownEvents('asking', cursor));
  if (!list.data?.pages[0]?.items.length) return null;
  return (
    <section aria-labelledby="asking" className="mb-12">
      <SectionHeading id="asking" title="Waiting for your answer" />
      <CardList
        kind="event"
        list={list}
        skeletons={pageSizes.hostedEvents}
        card={(event) => (
          <>
            <EventCard event={event} />
            <AnswerButtons event={event} />
          </>
        )}
        more="Load more events that wait for you"
        moreHref={(next) => filteredPath(paths.myEvents, { asking: next })}
        empty={null}
      />
    </section>
  );
}

/** Organisers see the events they host before those they attend. */
function Hosted({ cursor }: { cursor: string | undefined }) {
  const list = useInfiniteQuery(ownEvents('hosting', cursor));
  if (!list.data?.pages[0]?.items.length) return null;
  return (
    <section aria-labelledby="hosted" className="mb-12">
      <SectionHeading id="hosted" title="You host" />
      <CardList
        kind="event"
        list={list}
        skeletons={pageSizes.hostedEvents}
        card={(event) => <EventCard event={event} />}
        more="Load more events you host"
        moreHref={(next) => filteredPath(paths.myEvents, { hosted: next })}
        empty={null}
      />
    </section>
  );
}

function List({ when, cursor }: { when: When; cursor: string | undefined }) {
  const list = useInfiniteQuery(myEvents(when, cursor));
  return (
    <>
      <h2 className="sr-only">{words[when].heading}</h2>
      <CardList
        kind="event"
        list={list}
        skeletons={skeletons.events}
        card={(event) => <EventCard event={event} past={when === 'past'} />}
        more="Load More Events"
        moreHref={(next) => filteredPath(paths.myEvents, { when, cursor: next })}
        empty={
          <EmptyState
            as="h3"
            title={words[when].title}
            hint={words[when].hint}
            actions={
              <Link href={paths.events} className={buttonClass()}>
                Explore Events
              </Link>
            }
          />
        }
      />
    </>
  );
}
