import { useInfiniteQuery } from '@tanstack/react-query';
import type { Group } from '#contract/community/groups.ts';
import { skeletonCounts } from '#contract/platform/limits.ts';
import { CardList } from '#web/platform/lists/card-list.tsx';
import { EventCard } from '#web/features/events/events/event-card.tsx';
import { groupEvents } from '#web/features/events/events/queries.ts';
import { cardGrid } from '#web/ui/card.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { lazyPart, whenReached } from '#web/platform/router/lazy-part.tsx';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { pastGroupEvents } from '#web/features/community/groups/queries.ts';

const NoGroupEvents = lazyPart(() => import('#web/features/community/groups/no-group-events.tsx'));
const NextDates = lazyPart(() => import('#web/features/events/series/next-dates.tsx'));

const EmbedButton = lazyPart(
  () => import('#web/features/events/embed/embed-button.tsx'),
  undefined,
  whenReached('[data-embed]'),
);

/** Lists upcoming events, then past ones, which show that the group is active. */
export function GroupEvents({ group }: { group: Group }) {
  const list = useInfiniteQuery(groupEvents(group.id));
  return (
    <>
      <SectionHeading
        title="Upcoming Events"
        action={isPublic(group) && group.can.manageMembers && <EmbedButton group={group} />}
      />
      <CardList
        kind="event"
        list={list}
        skeletons={skeletonCounts.groupEvents}
        card={(event) => (
          <>
            <EventCard event={event} />
            {event.series && <NextDates series={event.series} />}
          </>
        )}
        empty={<NoGroupEvents />}
      />
      {!list.isPending && <PastEvents group={group} />}
    </>
  );
}

function PastEvents({ group }: { group: Group }) {
  const list = useInfiniteQuery(pastGroupEvents(group.id));
  const events = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (events.length === 0) return null;
  return (
    <section aria-label="Past events" className="mt-14">
      <SectionHeading title="Past events" />
      <ul className={cardGrid}>
        {events.map((event) => (
          <li key={event.id} className="grid grid-cols-1">
            <EventCard event={event} past />
          </li>
        ))}
      </ul>
      <MoreOf list={list} className="mt-10" label="Load More Events" />
    </section>
  );
}
