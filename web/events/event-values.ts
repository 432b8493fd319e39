import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { EventForm } from '../../contract/events.ts';
import { fromLondonInput } from '../london-time.ts';

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
