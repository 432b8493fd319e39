import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { cardGrid } from '#web/ui/card.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { CardSkeleton } from '#web/ui/card-skeleton.tsx';
import { EventCard } from '#web/features/events/events/event-card.tsx';
import { nextEvents, nextEventsShown } from '#web/features/events/events/queries.ts';

/** Suggests the group's next events when this one has ended or been cancelled. */
export default function NextSteps({ event, className }: { event: Event; className?: string }) {
  const { group } = event;
  const { data: next, isPending } = useQuery(nextEvents(group.id));
  return (
    <section aria-labelledby="next" className={className}>
      <SectionHeading
        id="next"
        title={
          <>
            What's next at <bdi>{group.name}</bdi>
          </>
        }
      />
      {isPending && (
        <div role="status" aria-label="Loading events" className={cardGrid}>
          {Array.from({ length: nextEventsShown }, (_, index) => (
            <CardSkeleton key={index} kind="event" />
          ))}
        </div>
      )}
      {next && next.length > 0 && (
        <ul className={cardGrid}>
          {next.map((each) => (
            <li key={each.id} className="grid grid-cols-1">
              <EventCard event={each} />
            </li>
          ))}
        </ul>
      )}
      {!isPending && !next?.length && (
        <p className="text-muted">
          Nothing planned yet.{' '}
          <Link href={paths.group(group.id)} className="text-primary underline">
            See the group
          </Link>{' '}
          or{' '}
          <Link href={paths.events} className="text-primary underline">
            browse other events
          </Link>
          .
        </p>
      )}
    </section>
  );
}
