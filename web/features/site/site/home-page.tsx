import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { skeletonCounts } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { CardList } from '#web/platform/lists/card-list.tsx';
import { CardSkeletons } from '#web/ui/card-skeleton.tsx';
import { EventCard } from '#web/features/events/events/event-card.tsx';
import { homeEvents, myEvents } from '#web/features/events/events/queries.ts';
import { GroupCard } from '#web/features/community/groups/group-card.tsx';
import { popularGroups } from '#web/features/community/groups/queries.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { cardGridFour, cardGrid, cardGridTwo } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Hero, StartOrAdd } from './hero.tsx';
import { ViewAll } from './view-all.tsx';

/** Loaded only for members. */
const NearMe = lazyPart(async () => ({ default: (await import('./near-me.tsx')).NearMe }));

/** Loaded only for members, since it is for organisers. */
const WaitingForYou = lazyPart(
  () => import('#web/features/community/membership/waiting-for-you.tsx'),
);

export default function HomePage() {
  const { user } = useUser();
  return (
    <>
      {user && <NextForMe />}
      <Hero />
      {user && <WaitingForYou className="mb-10" />}
      {user && <NearMe user={user} />}
      <UpcomingEvents />
      <PopularGroups />
      {!user && <HowItWorks />}
      <StartAGroup />
    </>
  );
}

function UpcomingEvents() {
  const cursor = new URLSearchParams(useSearch()).get('cursor') ?? undefined;
  const list = useInfiniteQuery(homeEvents(cursor));
  return (
    <section className="mb-16">
      <SectionHeading
        title="Upcoming Events"
        action={<ViewAll href={paths.events}>View all</ViewAll>}
      />
      <CardList
        kind="event"
        list={list}
        skeletons={skeletonCounts.homeEvents}
        card={(event) => <EventCard event={event} />}
        empty={
          <EmptyState
            as="h3"
            title="Nothing on the calendar yet"
            hint="Start a group and host the first event."
            actions={<StartOrAdd variant="outline">Start a Group</StartOrAdd>}
          />
        }
        more="Load More Events"
        moreHref={(next) => `${paths.home}?cursor=${next}`}
      />
    </section>
  );
}

function PopularGroups() {
  const { data: groups, isPending } = useQuery(popularGroups());
  return (
    <section className="mb-16">
      <SectionHeading
        title="Popular Groups"
        action={<ViewAll href={paths.groups}>View all groups</ViewAll>}
      />
      {isPending && (
        <CardSkeletons kind="group" count={skeletonCounts.homeGroups} className={cardGridFour} />
      )}
      {groups?.length === 0 && (
        <EmptyState as="h3" title="No groups yet" hint="Yours could be the first." />
      )}
      <ul className={cardGridFour}>
        {groups?.map((group) => (
          <li key={group.id} className="grid grid-cols-1">
            <GroupCard group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const StartAGroup = () => (
  <Banner
    title="Start your own activity group today"
    text="Hiking, running, football, paddleboarding, painting, writing, brunch or board games: host your meetup or social-media group here for free."
    action={<StartOrAdd variant="accent">Start or Add a Group</StartOrAdd>}
  />
);

const steps = [
  {
    title: 'Find your people',
    text: "Look for a group or an event near you. You don't need an account.",
  },
  {
    title: "Say you're coming",
    text: 'Join the group and RSVP, so they can put out a chair for you.',
  },
  { title: 'Turn up', text: "That's the part that matters. Next month, bring a friend." },
];

const HowItWorks = () => (
  <section className="mb-16">
    <SectionHeading title="How it works" />
    <ol className="grid gap-6 sm:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className="grid grid-cols-[auto_1fr] content-start gap-x-4 rounded-card bg-card p-5 sm:block sm:p-6"
        >
          <span
            aria-hidden="true"
            className="row-span-2 grid size-11 place-items-center rounded-card bg-accent font-display text-xl font-extrabold text-on-accent"
          >
            {index + 1}
          </span>
          <h3 className="text-xl sm:mt-4">{title}</h3>
          <p className="col-start-2 mt-1.5 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </section>
);

const maxEvents = 3;
const onPhone = 'max-sm:[&>:nth-child(n+2)]:hidden';

/**
 * Lists the member's next events, including ones they are on the waiting list for, on a phone one
 * alone. Hidden without any, since upcoming events follow.
 */
function NextForMe() {
  const { data } = useInfiniteQuery(myEvents('upcoming'));
  const next = data?.pages[0]?.items.slice(0, maxEvents) ?? [];
  if (next.length === 0) return null;
  return (
    <section className="mt-8 mb-12">
      <SectionHeading
        title="What's next for you"
        action={<ViewAll href={paths.myEvents}>My Events</ViewAll>}
      />
      <ul className={cx(next.length < maxEvents ? cardGridTwo : cardGrid, onPhone)}>
        {next.map((event) => (
          <li key={event.id} className="grid grid-cols-1">
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}
