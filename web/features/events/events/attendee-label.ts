import type { EventCard } from '#contract/events/events.ts';

/** '1 attendee', '13 attendees' */
export const attendeeLabel = (count: number) => (count === 1 ? '1 attendee' : `${count} attendees`);

/** 'and 2 guests' */
export const andGuests = (guests: number) => `and ${guests} guest${guests === 1 ? '' : 's'}`;

type Counts = Pick<EventCard, 'attendeeCount' | 'childCount' | 'adultCount'>;

/** '4 children', '2 adults' */
const familyLabels = ({ childCount, adultCount = 0 }: Counts): string[] => [
  childCount === 1 ? '1 child' : `${childCount} children`,
  ...(adultCount > 0 ? [adultCount === 1 ? '1 adult' : `${adultCount} adults`] : []),
];

/** '13 attendees', or where children come, '4 children and 4 adults' */
export const comingLabel = (counts: Counts): string =>
  counts.childCount ? familyLabels(counts).join(' and ') : attendeeLabel(counts.attendeeCount);

/** '13 attendees and 2 guests', '4 children, 4 adults and 2 guests' */
export const comingWithGuests = (counts: Counts, guests: number): string => {
  if (guests === 0) return comingLabel(counts);
  const people = counts.childCount ? familyLabels(counts) : [attendeeLabel(counts.attendeeCount)];
  return `${people.join(', ')} ${andGuests(guests)}`;
};

/** Counts who gets an email: '13 attendees', or where children come, '4 RSVPs' */
export const rsvpsLabel = ({ attendeeCount, childCount }: Counts): string =>
  childCount
    ? `${attendeeCount} ${attendeeCount === 1 ? 'RSVP' : 'RSVPs'}`
    : attendeeLabel(attendeeCount);
