import { feedPaths } from '../../../contract/feed-paths.ts';
import { filteredPath } from '../../platform/lists/filters.tsx';
import EmbedButton from '../embed/embed-button.tsx';
import SubscribeToCalendar from '../feeds/subscribe-to-calendar.tsx';
import type { EventFilters } from './event-filters.ts';

/** To have what the filters find in one's own calendar, and on one's own website. */
export default function EventsToGo({ filters }: { filters: EventFilters }) {
  const { q, location, category, near, from, to, free, view } = filters;
  return (
    <>
      <SubscribeToCalendar
        path={filteredPath(feedPaths.eventsCalendar, {
          q,
          location,
          category,
          near,
          free,
          from,
          to,
        })}
        to="these events"
      />
      {!view && <EmbedButton />}
    </>
  );
}
