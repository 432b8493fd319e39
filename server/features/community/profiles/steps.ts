import type { SQL } from 'drizzle-orm';
import { registered } from '#platform/registered.ts';

/**
 * Tells whether the row's member attends an event where the viewer (a placeholder) may read names.
 * The events feature registers it.
 */
export const attendsVisibleEvent = registered<SQL>('the condition of a visible attendee');
