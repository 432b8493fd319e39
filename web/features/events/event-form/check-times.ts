import { closesTooLate } from '#contract/events/event-times.ts';
import { toast } from '#web/ui/toast.ts';
import { closesLate, endsTooEarly, type EventFormOf } from './event-values.ts';

/**
 * Checks the times early, because the schema compares them only when all other fields are valid.
 */
export function checkTimes(form: EventFormOf): void {
  const values = form.getValues();
  if (closesLate(values)) form.setError('rsvpClosesAt', { type: 'custom', message: closesTooLate });
  if (!endsTooEarly(values)) return;
  const message = 'End time must be after start time';
  form.setError('endTime', { type: 'custom', message });
  toast({ tone: 'danger', title: 'Invalid time range', description: message });
}
