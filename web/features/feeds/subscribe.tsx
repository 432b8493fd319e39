import { feedPaths } from '../../../contract/feed-paths.ts';
import type { Group } from '../../../contract/groups.ts';
import { lazyPart, whenReached } from '../../platform/router/lazy-part.tsx';
import { filteredPath } from '../../platform/lists/filters.tsx';

const whenNear = whenReached('[data-subscribe]');

const SubscribeToCalendar = lazyPart(
  () => import('./subscribe-to-calendar.tsx'),
  undefined,
  whenNear,
);

/** To what the member goes to and waits for. */
export const SubscribeToOwn = lazyPart(() => import('./subscribe-to-own.tsx'), undefined, whenNear);

interface SubscribeToEventsProps {
  /** Those of Explore Events. */
  filters: Partial<Record<(typeof names)[number], string | undefined>>;
}

const names = ['q', 'location', 'category', 'near', 'from', 'to', 'free'] as const;

/** The events that the filters find, as a calendar. */
export const SubscribeToEvents = ({ filters }: SubscribeToEventsProps) => (
  <SubscribeToCalendar
    path={filteredPath(
      feedPaths.eventsCalendar,
      Object.fromEntries(names.map((name) => [name, filters[name]])),
    )}
    to="these events"
  />
);

export const SubscribeToGroup = ({ group }: { group: Group }) => (
  <SubscribeToCalendar path={feedPaths.groupCalendar(group.id)} to={group.name} />
);
