import type { EventCard } from '#contract/events/events.ts';
import type { Series } from '#contract/events/series.ts';
import { dateLabel } from './series-words.ts';

/** Which dates are meant: one, one and those after it, or all; none that has begun. */
export type Scope = 'one' | 'following' | 'all';

export const scopeNamed = (name: string): Scope =>
  name === 'following' || name === 'all' ? name : 'one';

type Dated = Pick<EventCard, 'id' | 'startTime' | 'status' | 'series'>;

const placeOf = ({ series }: Dated) => series?.position ?? 0;

const isToCome = ({ status, startTime }: Dated) =>
  status === 'scheduled' && Date.parse(startTime) > Date.now();

/** The dates of a scope that are still to come, in order. */
export function datesIn<Each extends Dated>(events: readonly Each[], scope: Scope, from: Dated) {
  const inScope = {
    one: ({ id }: Each) => id === from.id,
    following: (each: Each) => placeOf(each) >= placeOf(from),
    all: () => true,
  };
  return events.filter((each) => isToCome(each) && inScope[scope](each));
}

/** The fields that tell a call which dates it changes. */
export const scopeOf = (scope: Exclude<Scope, 'one'>, from: Pick<Dated, 'id'>) =>
  scope === 'all' ? { scope } : { scope, fromEventId: from.id };

/** The three to choose from, each with how many dates it means. */
export function scopeOptions({ events }: Series, from: Dated, thisDate: string) {
  const count = (scope: Scope) => datesIn(events, scope, from).length;
  return [
    { value: 'one', label: 'This date', description: thisDate },
    {
      value: 'following',
      label: 'This and the following',
      description: dateLabel(count('following')),
    },
    { value: 'all', label: 'All dates', description: `${dateLabel(count('all'))} to come` },
  ];
}
