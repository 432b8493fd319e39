import type { Event } from '#contract/events/events.ts';

/** '12 coming, 3 can’t, 9 haven’t said' */
export const answersInWords = ({ going, waiting, cant, none }: NonNullable<Event['answers']>) =>
  [
    `${going} coming`,
    waiting > 0 && `${waiting} waiting`,
    `${cant} can’t`,
    `${none} ${none === 1 ? 'hasn’t' : 'haven’t'} said`,
  ]
    .filter(Boolean)
    .join(', ');
