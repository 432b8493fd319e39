import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import { cardGridTwo } from '#web/ui/card.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { EventCard } from '#web/features/events/events/event-card.tsx';
import { myEvents } from '#web/features/events/events/queries.ts';
import { ViewAll } from '#web/features/site/site/view-all.tsx';

/** Shows the next event that the member is going to, or on the waiting list for. */
export function NextEvent() {
  const { data } = useInfiniteQuery(myEvents('upcoming'));
  const [next] = data?.pages[0]?.items ?? [];
  if (!next) return null;
  return (
    <section aria-labelledby="next-for-you">
      <SectionHeading
        id="next-for-you"
        title="Your next event"
        action={<ViewAll href={paths.myEvents}>See all</ViewAll>}
      />
      <ul className={cardGridTwo}>
        <li className="grid grid-cols-1">
          <EventCard event={next} />
        </li>
      </ul>
    </section>
  );
}
