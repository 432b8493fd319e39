import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { eventFilters } from './event-search.ts';
import { FilterMonth, Instant } from '#contract/platform/values.ts';

/** The fields of an event in a month; never the venue. */
export const MonthEvent = z.strictObject({
  id: z.int(),
  title: z.string(),
  startTime: Instant,
  endTime: Instant,
  categoryId: z.int(),
  town: z.string().nullable(),
});
export type MonthEvent = z.infer<typeof MonthEvent>;

/** A day in London on which events take place. */
export const MonthDay = z.strictObject({
  date: z.iso.date(),
  /** The number of events. */
  count: z.int(),
  /** There are at least this many: counting stopped here. */
  orMore: z.literal(true).optional(),
  /** The first events: those that begin on it, by time, then those that began earlier. */
  events: z.array(MonthEvent),
});
export type MonthDay = z.infer<typeof MonthDay>;

export const EventMonth = z.strictObject({
  month: z.string(),
  /** Today in London. */
  today: z.iso.date(),
  /** The days with events, in order. */
  days: z.array(MonthDay),
});
export type EventMonth = z.infer<typeof EventMonth>;

/** The public events of a month by day, past ones included; by default of this month. */
export const listMonth = endpoint('GET /api/events/month', {
  summary: "List a month's events day by day",

  shared: true,
  access: 'anyone',
  query: z.object({ ...eventFilters, month: FilterMonth }),
  response: EventMonth,
});
