import { tzOffset } from '@date-fns/tz';
import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { zone } from '../../../contract/dates.ts';
import { EventForm, type Event } from '../../../contract/events.ts';
import { fromLondonInput } from './london-time.ts';
import { minute } from '../../../contract/durations.ts';

/** What the fields hold: all text, the times as a clock in London shows them. */
export interface EventValues {
  title: string;
  description: string;
  imageUrl: string;
  location: string;
  town: string;
  startTime: string;
  endTime: string;
  categoryId: string;
  groupId: string;
}

export const noEvent: EventValues = {
  title: '',
  description: '',
  imageUrl: '',
  location: '',
  town: '',
  startTime: '',
  endTime: '',
  categoryId: '',
  groupId: '',
};

/** An event as its form shows it. */
export const valuesOf = (event: Event): EventValues => ({
  title: event.title,
  description: event.description,
  imageUrl: event.imageUrl ?? '',
  location: event.location ?? '',
  town: event.town ?? '',
  startTime: onLondonClock(event.startTime),
  endTime: onLondonClock(event.endTime),
  categoryId: String(event.categoryId),
  groupId: String(event.groupId),
});

/** A moment as a field for a day and an hour takes it: '2031-06-14T10:00'. */
function onLondonClock(instant: string): string {
  const moment = new Date(instant);
  const ahead = tzOffset(zone, moment) * minute;
  return new Date(moment.getTime() + ahead).toISOString().slice(0, 16);
}

/** Today in London. */
export const today = () => onLondonClock(new Date().toISOString()).slice(0, 10);

export type NewEvent = z.output<typeof EventForm>;
export type EventFormOf = UseFormReturn<EventValues, unknown, NewEvent>;

const inUtc = (values: EventValues): z.input<typeof EventForm> => ({
  ...values,
  startTime: fromLondonInput(values.startTime),
  endTime: fromLondonInput(values.endTime),
});

export const eventResolver = zodResolver(z.custom<EventValues>().transform(inUtc).pipe(EventForm));

export function endsTooEarly(values: EventValues): boolean {
  const { startTime, endTime } = inUtc(values);
  return startTime !== '' && endTime !== '' && endTime <= startTime;
}
