import { closesTooLate } from '#contract/events/events.ts';
import { toast } from '#web/ui/toast.ts';
import { closesLate, endsTooEarly, type EventFormOf } from './event-values.ts';

/** The schema compares the times only once every other field is right; the member should hear of it at once. */
export function checkTimes(form: EventFormOf): void {
  const values = form.getValues();
  if (closesLate(values)) form.setError('rsvpClosesAt', { type: 'custom', message: closesTooLate });
  if (!endsTooEarly(values)) return;
  const message = 'End time must be after start time';
  form.setError('endTime', { type: 'custom', message });
  toast({ tone: 'danger', title: 'Invalid time range', description: message });
}
