import { toast } from '../../ui/toast.tsx';
import { endsTooEarly, type EventFormOf } from './event-values.ts';

/** The schema compares the times only once every other field is right; the member should hear of it at once. */
export function checkTimes(form: EventFormOf): void {
  if (!endsTooEarly(form.getValues())) return;
  const message = 'End time must be after start time';
  form.setError('endTime', { type: 'custom', message });
  toast({ tone: 'danger', title: 'Invalid time range', description: message });
}
