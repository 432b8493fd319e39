import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../contract/paths.ts';
import { cardGridTwo } from '../../ui/card.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { EventCard } from '../events/event-card.tsx';
import { myEvents } from '../events/queries.ts';
import { ViewAll } from '../site/view-all.tsx';

/** The event that the member goes to next, or waits for a place at. */
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
