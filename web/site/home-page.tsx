import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { skeletons } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import { useUser } from '../accounts/use-user.ts';
import { CardList } from '../card-list.tsx';
import { EventCard } from '../events/event-card.tsx';
import { homeEvents } from '../events/queries.ts';
import { GroupCard } from '../groups/group-card.tsx';
import { popularGroups } from '../groups/queries.ts';
import { Banner } from '../ui/banner.tsx';
import { Bunting } from '../ui/bunting.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cardGridFour } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { pageHeadingId } from '../ui/page-heading.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { useSite } from './site.tsx';

export default function HomePage() {
  return (
    <>
      <Hero />
      <UpcomingEvents />
      <PopularGroups />
      <StartAGroup />
    </>
  );
}

function Hero() {
  const { user } = useUser();
  return (
    <section className="-mx-4 mb-14 overflow-hidden sm:-mx-6">
      <div className="flex justify-center overflow-hidden">
        <Bunting size="lg" swags={8} />
      </div>
      <div className="px-4 pt-8 sm:px-6 sm:pt-12">
        {user ? <WelcomeBack name={user.firstName} /> : <Welcome />}
      </div>
    </section>
  );
}

function Welcome() {
  const { name } = useSite();
  return (
    <HeroText
      title="Real life happens near you"
      lead={`${name} is where neighbours find walks, workshops, choirs and games nights, and host their own. Free for everyone.`}
    >
      <Link href={paths.auth} className={buttonClass({ size: 'lg' })}>
        Sign Up Free
      </Link>
      <StartOrAdd variant="outline">Start a Group</StartOrAdd>
    </HeroText>
  );
}

const WelcomeBack = ({ name }: { name: string }) => (
  <HeroText title={`Welcome back, ${name}`} lead="Here is what is coming up.">
    <Link href={paths.createGroup} className={buttonClass({ size: 'lg' })}>
      Start a Group
    </Link>
    <Link href={paths.groups} className={buttonClass({ size: 'lg', variant: 'outline' })}>
      Join a Group
    </Link>
  </HeroText>
);

const HeroText = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) => (
  <>
    <h1 id={pageHeadingId} tabIndex={-1} className="max-w-3xl text-5xl font-extrabold sm:text-6xl">
      {title}
    </h1>
    <p className="mt-4 max-w-xl text-lg text-muted">{lead}</p>
    <div className="mt-7 flex flex-wrap gap-3">{children}</div>
  </>
);

/** To the form when signed in; through the sign-in door when not (specification §1). */
function StartOrAdd({ variant, children }: { variant: 'outline' | 'accent'; children: ReactNode }) {
  const { user } = useUser();
  const look = buttonClass({ variant, size: 'lg' });
  return user ? (
    <Link href={paths.createGroup} className={look}>
      {children}
    </Link>
  ) : (
    <a href={`${paths.login}?next=${paths.createGroup}`} className={look}>
      {children}
    </a>
  );
}

const ViewAll = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 items-center gap-1.5 font-display font-semibold text-primary hover:underline"
  >
    {children} <ArrowRight aria-hidden="true" className="size-4" />
  </Link>
);

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
        skeletons={skeletons.homeEvents}
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
        <div role="status" aria-label="Loading groups" className={cardGridFour}>
          {Array.from({ length: skeletons.homeGroups }, (_, place) => (
            <CardSkeleton key={place} kind="group" />
          ))}
        </div>
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
