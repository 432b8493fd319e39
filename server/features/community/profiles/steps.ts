import type { SQL } from 'drizzle-orm';
import { registered } from '#platform/registered.ts';

/** Whether the person of the row attends an event where the viewer, a placeholder, reads names. Events register it. */
export const attendsVisibleEvent = registered<SQL>('the condition of a visible attendee');
