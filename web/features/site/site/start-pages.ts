import type { QueryClient } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import { doorPath } from '#web/features/events/events/event-paths.ts';
import { isDoorOpen, ownEvents } from '#web/features/events/events/my-events-queries.ts';
import { userQuery } from '#web/features/base/sign-in/use-user.ts';
import { privately } from '#web/platform/head/head.ts';
import { prefetch } from '#web/platform/data/queries.ts';
import type { Page } from '#web/platform/router/pages.ts';

const module = './features/site/site/start-page.tsx';

/** The addresses in the manifest, each of which leads to the page that its reader needs. */
export const startPages: readonly Page[] = [
  {
    module,
    path: '/start',
    head: privately('Start'),
    elsewhere: ({ client }) => startFor(client),
  },
  {
    module,
    path: '/todays-door',
    guard: 'protected',
    head: privately('Today’s door'),
    load: ({ client }) => prefetch(client, [ownEvents('hosting')]),
    elsewhere: ({ client }) => todaysDoor(client),
  },
];

/** Returns My Events for a member, and the start page for everybody else. */
export const startFor = (client: QueryClient): string =>
  client.getQueryData(userQuery().queryKey)?.user ? paths.myEvents : paths.home;

/** Returns the door of the event that is on, or My Events. */
export function todaysDoor(client: QueryClient): string {
  const hosted = client.getQueryData(ownEvents('hosting').queryKey)?.pages[0]?.items ?? [];
  const event = hosted.find(isDoorOpen);
  return event ? doorPath(event.id) : paths.myEvents;
}
