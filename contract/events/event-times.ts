import type { z } from 'zod';

export const endsTooEarly = 'End time must be after start time';
export const closesTooLate = 'RSVPs must close before the event starts';

interface EventTimes {
  startTime: Date;
  endTime: Date;
  rsvpClosesAt: Date | null;
}

/** Refuses an event that ends before it starts, or whose RSVPs close after its start. */
export const timesInOrder = <S extends z.ZodType<EventTimes>>(schema: S) =>
  schema
    .refine((event) => event.endTime > event.startTime, { path: ['endTime'], error: endsTooEarly })
    .refine((event) => event.rsvpClosesAt === null || event.rsvpClosesAt <= event.startTime, {
      path: ['rsvpClosesAt'],
      error: closesTooLate,
    });
