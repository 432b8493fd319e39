import { useInfiniteQuery } from '@tanstack/react-query';
import type { Group } from '#contract/community/groups.ts';
import { EventRow } from '#web/features/events/events/event-row.tsx';
import { groupEvents } from '#web/features/events/events/queries.ts';

/** Shows the group's next event, which people look for before they join. */
export default function NextEvent({ group }: { group: Group }) {
  const list = useInfiniteQuery(groupEvents(group.id));
  const next = list.data?.pages[0]?.items[0];
  if (!next) return null;
  return (
    <section aria-labelledby="next-event" className="mb-8">
      <h2 id="next-event" className="mb-3 font-display text-xl font-bold">
        Next event
      </h2>
      <EventRow event={next} />
    </section>
  );
}
