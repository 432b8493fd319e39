import { signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

export const feeds = {
  'POST /api/user/calendar-feed': { request: () => ({}), answers: signedIn(201) },
  'GET /api/user/calendar-feed': { request: () => ({}), answers: signedIn(200) },
  'DELETE /api/user/calendar-feed': { request: () => ({}), answers: signedIn(204) },
} satisfies Rows;
