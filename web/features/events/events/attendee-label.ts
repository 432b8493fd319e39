import { inWords, pluralise } from '#contract/platform/counted.ts';
import type { EventCard } from '#contract/events/events.ts';

/** '1 attendee', '13 attendees' */
export const attendeeLabel = (count: number) => (count === 1 ? '1 attendee' : `${count} attendees`);

/** 'and 2 guests' */
export const andGuests = (guests: number) => `and ${guests} guest${guests === 1 ? '' : 's'}`;

/** '4 children', '2 adults', in the order they are shown. */
const familyLabels = ({ children, adults }: { children: number; adults: number }): string[] => [
  children === 1 ? '1 child' : `${children} children`,
  ...(adults > 0 ? [pluralise(adults, 'adult')] : []),
];

type Counts = Pick<EventCard, 'attendeeCount' | 'childCount' | 'adultCount'>;

/** '13 attendees', or where children come, '4 children and 4 adults' */
export const comingLabel = ({ attendeeCount, childCount = 0, adultCount = 0 }: Counts): string =>
  childCount > 0
    ? inWords(familyLabels({ children: childCount, adults: adultCount }))
    : attendeeLabel(attendeeCount);

/** '13 attendees and 2 guests', '4 children, 4 adults and 2 guests' */
export const comingWithGuests = (counts: Counts, guests: number): string => {
  if (guests === 0) return comingLabel(counts);
  const { childCount: children = 0, adultCount: adults = 0 } = counts;
  return children > 0
    ? `${familyLabels({ children, adults }).join(', ')} ${andGuests(guests)}`
    : `${attendeeLabel(counts.attendeeCount)} ${andGuests(guests)}`;
};

/** Those who get an email: '13 attendees', or where children come, '4 RSVPs' */
export const rsvpsLabel = ({ attendeeCount, childCount = 0 }: Counts): string =>
  childCount > 0 ? pluralise(attendeeCount, 'RSVP') : attendeeLabel(attendeeCount);
