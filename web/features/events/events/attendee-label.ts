/** '1 attendee', '13 attendees' */
export const attendeeLabel = (count: number) => (count === 1 ? '1 attendee' : `${count} attendees`);

/** 'and 2 guests' */
export const andGuests = (guests: number) => `and ${guests} guest${guests === 1 ? '' : 's'}`;
