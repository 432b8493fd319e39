export const attendeeLabel = (count: number) => (count === 1 ? '1 attendee' : `${count} attendees`);
