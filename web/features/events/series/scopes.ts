import type { EventCard } from '#contract/events/events.ts';
import type { Series } from '#contract/events/series/series.ts';
import { dateLabel } from './series-words.ts';

/**
 * The dates that a change affects: one, one and all later ones, or all. Past dates never change.
 */
export type Scope = 'one' | 'following' | 'all';

export const scopeNamed = (name: string): Scope =>
  name === 'following' || name === 'all' ? name : 'one';

type SeriesDate = Pick<EventCard, 'id' | 'startTime' | 'status' | 'series'>;

const placeOf = ({ series }: SeriesDate) => series?.position ?? 0;

const isUpcoming = ({ status, startTime }: SeriesDate) =>
  status === 'scheduled' && Date.parse(startTime) > Date.now();

/** Returns the upcoming dates of a scope, in order. */
export function datesIn<Each extends SeriesDate>(
  events: readonly Each[],
  scope: Scope,
  from: SeriesDate,
) {
  const inScope = {
    one: ({ id }: Each) => id === from.id,
    following: (each: Each) => placeOf(each) >= placeOf(from),
    all: () => true,
  };
  return events.filter((each) => isUpcoming(each) && inScope[scope](each));
}

/** Returns the request fields that select the dates of a scope. */
export const scopeOf = (scope: Exclude<Scope, 'one'>, from: Pick<SeriesDate, 'id'>) =>
  scope === 'all' ? { scope } : { scope, fromEventId: from.id };

/** The three scopes as options, with their numbers of dates. */
export function scopeOptions({ events }: Series, from: SeriesDate, thisDate: string) {
  const count = (scope: Scope) => datesIn(events, scope, from).length;
  return [
    { value: 'one', label: 'This date', description: thisDate },
    {
      value: 'following',
      label: 'This and the following',
      description: dateLabel(count('following')),
    },
    { value: 'all', label: 'All dates', description: `${dateLabel(count('all'))} coming up` },
  ];
}
