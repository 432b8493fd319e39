import { defaultDescription, privately, screen } from '#web/platform/head/head.ts';
import { pages, prefetch } from '#web/platform/data/queries.ts';
import type { Page } from '#web/platform/router/pages.ts';
import { groupQuery } from '#web/features/community/groups/queries.ts';

const door = { module: './features/events/arrivals/door-page.tsx' };

/**
 * The pages of who comes. The door's list is read by the page itself, so that the page that the
 * phone keeps has nobody's name in it.
 */
export const arrivalPages: readonly Page[] = [
  { ...door, path: '/events/:id/door', guard: 'protected', head: privately('Door') },
  {
    ...door,
    path: '/door/:token',
    head: screen('Door', defaultDescription, { hidden: true, keyed: true }),
  },
  // The service worker keeps this one, and answers with it for the two above.
  { ...door, path: '/door', head: privately('Door') },
  {
    path: '/groups/:id/attendance',
    module: './features/events/arrivals/attendance-page.tsx',
    guard: 'protected',
    head: privately('Attendance'),
    subject: ({ params }) => groupQuery(params.id ?? ''),
    load: ({ client, params }) =>
      prefetch(client, [groupQuery(params.id ?? ''), groupAttendance(params.id ?? '')]),
  },
];

/** How many came to each event of a group. */
export const groupAttendance = (id: string) =>
  pages('GET /api/groups/:id/attendance', { params: { id } });
