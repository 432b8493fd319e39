import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** How much is going on: approved groups, their events still to come, and the towns those take place in. */
export const getNumbers = endpoint('GET /api/numbers', {
  shared: true,
  access: 'anyone',
  response: z.strictObject({ groups: z.int(), upcomingEvents: z.int(), towns: z.int() }),
});
