import { groupQuery } from '#web/features/community/groups/queries.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { param, prefetch } from '#web/platform/data/queries.ts';
import { privately } from '#web/platform/head/head.ts';
import type { Page } from '#web/platform/router/pages.ts';
import { audiencesQuery, messagePages as sentPages } from './queries.ts';

/** The page on which organisers write to a group's members or an event's attendees. */
export const messagePages: readonly Page[] = [
  {
    path: '/groups/:id/messages',
    module: './features/events/messages/messages-page.tsx',
    guard: 'protected',
    head: privately('Messages'),
    subject: ({ params }) => groupQuery(params.id ?? ''),
    load: ({ client, params, search }) => {
      const [groupId, eventId] = [params.id ?? '', param(search, 'event')];
      return prefetch(client, [
        groupQuery(groupId),
        audiencesQuery(groupId, eventId),
        sentPages(groupId),
        ...(eventId === undefined ? [] : [eventQuery(eventId)]),
      ]);
    },
  },
];
