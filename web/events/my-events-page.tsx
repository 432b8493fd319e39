import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { pageSizes } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import { CardList } from '../card-list.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { EventCard } from './event-card.tsx';
import { myEvents } from './queries.ts';

type When = 'upcoming' | 'past';

const words = {
  upcoming: {
    heading: 'Upcoming events',
    title: 'No upcoming events',
    hint: 'Find something you would like to go to, and say you are coming.',
  },
  past: {
    heading: 'Past events',
    title: 'No past events',
    hint: 'The events you have been to will be kept here.',
  },
};

export default function MyEventsPage() {
  const [when, setWhen] = useState<When>('upcoming');
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="My Events"
        lead="The events you said you would come to."
      />
      <Tabs<When>
        label="When"
        value={when}
        onValueChange={setWhen}
        items={[
          { value: 'upcoming', label: 'Upcoming', content: <List when="upcoming" /> },
          { value: 'past', label: 'Past', content: <List when="past" /> },
        ]}
      />
    </>
  );
}

function List({ when }: { when: When }) {
  const list = useInfiniteQuery(myEvents(when));
  return (
    <>
      <h2 className="sr-only">{words[when].heading}</h2>
      <CardList
        kind="event"
        list={list}
        skeletons={pageSizes.profileGroups}
        card={(event) => <EventCard event={event} past={when === 'past'} />}
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
