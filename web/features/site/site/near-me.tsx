import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Account } from '#contract/base/accounts.ts';
import { nearby } from '#contract/platform/limits.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { EventCard } from '#web/features/events/events/event-card.tsx';
import { eventsNear } from '#web/features/events/events/queries.ts';
import { townOf } from '#web/features/base/accounts/near-words.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { cardGrid, cardGridTwo } from '#web/ui/card.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { placeOf } from './near-member.ts';
import { ViewAll } from './view-all.tsx';

const cardsInRow = 3;

/** Lists events around the member's town first, or asks for the town. */
export const NearMe = ({ user }: { user: Account }) =>
  user.location ? <Near place={placeOf(user.location)} /> : <AskForTown user={user} />;

function Near({ place }: { place: string }) {
  const { data: events } = useQuery(eventsNear(place));
  const town = townOf(place);
  if (!events) return null;
  return (
    <section className="mb-16">
      <SectionHeading
        title={`Near ${town}`}
        action={
          events.length > 0 && (
            <ViewAll href={filteredPath(paths.events, { near: place })}>All near {town}</ViewAll>
          )
        }
      />
      {events.length === 0 && (
        <p className="text-muted">
          There's nothing planned within {nearby.miles} miles yet.{' '}
          <Link href={filteredPath(paths.events, { location: town })} className="link">
            See the nearest towns with events
          </Link>
        </p>
      )}
      <ul className={events.length < cardsInRow ? cardGridTwo : cardGrid}>
        {events.map((event) => (
          <li key={event.id} className="grid grid-cols-1">
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const AskForTown = ({ user }: { user: Account }) => (
  <p className="mb-10 text-muted">
    <Link
      href={user.profileCompleted ? paths.dashboard : withNext(paths.completeProfile, paths.home)}
      className="link"
    >
      Add your town
    </Link>{' '}
    to see what's on near you first.
  </p>
);
