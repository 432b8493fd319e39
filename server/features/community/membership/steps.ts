import type { SQL } from 'drizzle-orm';
import { registered } from '#platform/registered.ts';

/**
 * The last event of the group (a placeholder) that each member came to, where that is recorded, as
 * the table `last_came` of a query: `user_id`, `start_time`, `event_id`. The events feature
 * registers it.
 */
export const lastCame = registered<SQL>('the table of who last came');
