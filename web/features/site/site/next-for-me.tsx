import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import { EventCard } from '#web/features/events/events/event-card.tsx';
import { myEvents } from '#web/features/events/events/queries.ts';
import { cardGrid, cardGridTwo } from '#web/ui/card.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { ViewAll } from './view-all.tsx';

const maxEvents = 3;

/**
 * Lists the member's next events, including ones they are on the waiting list for. Hidden without
 * any, since upcoming events follow.
 */
export function NextForMe() {
  const { data } = useInfiniteQuery(myEvents('upcoming'));
  const next = data?.pages[0]?.items.slice(0, maxEvents) ?? [];
  if (next.length === 0) return null;
  return (
    <section className="mb-16">
      <SectionHeading
        title="What's next for you"
        action={<ViewAll href={paths.myEvents}>My Events</ViewAll>}
      />
      <ul className={next.length < maxEvents ? cardGridTwo : cardGrid}>
        {next.map((event) => (
          <li key={event.id} className="grid grid-cols-1">
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}
