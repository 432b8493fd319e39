import { feedPaths } from '#contract/events/feed-paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import EmbedButton from '#web/features/events/embed/embed-button.tsx';
import { SubscribeToCalendar } from '#web/features/events/feeds/subscribe-button.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { lastingFilters, type EventFilters } from './event-filters.ts';

/** Subscribes to the filtered events, and for admins embeds them in another website. */
export default function EventsShareActions({ filters }: { filters: EventFilters }) {
  const { from, to, view } = filters;
  const { user } = useUser();
  return (
    <>
      <SubscribeToCalendar
        path={filteredPath(feedPaths.eventsCalendar, { ...lastingFilters(filters), from, to })}
        to="these events"
      />
      {!view && user?.role === 'admin' && <EmbedButton />}
    </>
  );
}
