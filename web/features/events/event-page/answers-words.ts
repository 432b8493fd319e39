import { comingLabel } from '#web/features/events/events/attendee-label.ts';
import type { Event } from '#contract/events/events.ts';

/** '12 coming, 3 can’t, 9 haven’t said', with children '4 children and 4 adults coming, …' */
export const answersInWords = (
  { going, waiting, cant, none }: NonNullable<Event['answers']>,
  counts?: Parameters<typeof comingLabel>[0],
) =>
  [
    `${counts?.childCount ? comingLabel(counts) : going} coming`,
    waiting > 0 && `${waiting} waiting`,
    `${cant} can’t`,
    `${none} ${none === 1 ? 'hasn’t' : 'haven’t'} said`,
  ]
    .filter(Boolean)
    .join(', ');
