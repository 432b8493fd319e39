import { groupQuery } from '#web/features/community/groups/queries.ts';
import { eventQuery, nextEvents } from '#web/features/events/events/queries.ts';
import { seriesQuery } from '#web/features/events/series/queries.ts';
import { prefetch } from '#web/platform/data/queries.ts';
import { privately } from '#web/platform/head/head.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';

const idIn = ({ params }: Pick<LoadContext, 'params'>) => params.id ?? '';

/** The posters of events and groups. */
export const posterPages: readonly Page[] = [
  {
    path: '/events/:id/poster',
    module: './features/events/poster/event-poster-page.tsx',
    head: privately('Print a poster'),
    subject: (context) => eventQuery(idIn(context)),
    load: async (context) => {
      const event = eventQuery(idIn(context));
      await prefetch(context.client, [event]);
      const series = context.client.getQueryData(event.queryKey)?.series;
      if (series) await prefetch(context.client, [seriesQuery(series.id)]);
    },
  },
  {
    path: '/groups/:id/poster',
    module: './features/events/poster/group-poster-page.tsx',
    head: privately('Print a poster'),
    subject: (context) => groupQuery(idIn(context)),
    load: (context) =>
      prefetch(context.client, [groupQuery(idIn(context)), nextEvents(idIn(context))]),
  },
];
