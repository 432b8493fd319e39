import type { EventCard } from '#contract/events/events.ts';
import { fromLondonInput } from '#contract/platform/london-time.ts';
import type { EventValues } from './event-values.ts';

type PlannedEvent = Pick<EventCard, 'startTime' | 'endTime' | 'status'>;

/** Returns the first event that takes place at the same time as the one in the form. */
export function clashIn<Each extends PlannedEvent>(
  events: readonly Each[],
  values: Pick<EventValues, 'startTime' | 'endTime'>,
): Each | undefined {
  const start = Date.parse(fromLondonInput(values.startTime));
  const end = Date.parse(fromLondonInput(values.endTime));
  return events.find(
    ({ startTime, endTime, status }) =>
      status === 'scheduled' && Date.parse(startTime) < end && Date.parse(endTime) > start,
  );
}
