import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { eventFilters } from './events.ts';
import { FilterMonth, Instant } from '#contract/platform/values.ts';

/** The fields of an event that a month has room for; the venue is not among them. */
export const MonthEvent = z.strictObject({
  id: z.int(),
  title: z.string(),
  startTime: Instant,
  endTime: Instant,
  categoryId: z.int(),
  town: z.string().nullable(),
});
export type MonthEvent = z.infer<typeof MonthEvent>;

/** A day, in London, on which events begin. */
export const MonthDay = z.strictObject({
  date: z.iso.date(),
  /** How many there are. */
  count: z.int(),
  /** There are so many, or more: they were not counted further. */
  orMore: z.literal(true).optional(),
  /** The first of them, by time. */
  events: z.array(MonthEvent),
});
export type MonthDay = z.infer<typeof MonthDay>;

export const EventMonth = z.strictObject({
  month: z.string(),
  /** The day that it is in London. */
  today: z.iso.date(),
  /** The days that have events, in order. */
  days: z.array(MonthDay),
});
export type EventMonth = z.infer<typeof EventMonth>;

/** The public events of a month, those that are over too, day by day; of the present one where none is named. */
export const listMonth = endpoint('GET /api/events/month', {
  summary: "List a month's events day by day",

  shared: true,
  access: 'anyone',
  query: z.object({ ...eventFilters, month: FilterMonth }),
  response: EventMonth,
});
