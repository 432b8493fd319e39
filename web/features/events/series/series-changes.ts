import type { Event, EventCard } from '#contract/events/events.ts';
import type { InputFor } from '#web/platform/data/api.ts';
import { endAfterMove } from '#web/ui/wall-time.ts';
import type { Series } from '#contract/events/series/series.ts';
import { datesIn, scopeOf, type Scope } from './scopes.ts';
import { changedFields } from '#web/features/events/event-form/event-changes.ts';
import {
  valuesOf,
  type EventValues,
  type NewEvent,
} from '#web/features/events/event-form/event-values.ts';
import { fromLondonInput, toLondonInput } from '#contract/platform/london-time.ts';

export type SeriesChange = InputFor<'PATCH /api/series/:id'>['body'];

interface Edited {
  event: Event;
  series: Series;
  scope: Exclude<Scope, 'one'>;
  /** The form's values. */
  values: EventValues;
  checked: NewEvent;
}

/** Applies one date's edit to many dates. Its times are shifted to the first date of the scope. */
export function seriesChange({ event, series, scope, values, checked }: Edited): SeriesChange {
  const shown = valuesOf(event);
  const [first = event] = datesIn<EventCard>(series.events, scope, event);
  const time = (name: 'startTime' | 'endTime' | 'rsvpClosesAt') => {
    if (values[name] === shown[name]) return {};
    const before = first[name] ?? event[name];
    const moved =
      before && shown[name] ? endAfterMove(shown[name], values[name], toLondonInput(before)) : '';
    return { [name]: fromLondonInput(moved || values[name]) || null };
  };
  return {
    ...scopeOf(scope, event),
    ...changedFields(shown, values, checked),
    ...time('startTime'),
    ...time('endTime'),
    ...time('rsvpClosesAt'),
    ...(checked.rrule && { rrule: checked.rrule }),
    revision: series.revision,
  };
}
