import { useQuery } from '@tanstack/react-query';
import { usePageParam } from '#web/platform/router/params.tsx';
import MissingEvent from '#web/features/events/event-page/missing-event.tsx';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { seriesQuery } from '#web/features/events/series/queries.ts';
import { isNotFound } from '#web/platform/data/queries.ts';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { eventPoster } from './event-poster.tsx';
import { PosterPage } from './poster-page.tsx';

/** An event's poster; one of a series names the dates that follow. */
export default function EventPosterPage() {
  const { data: event, error, isPending, refetch } = useQuery(eventQuery(usePageParam('id')));
  const series = useQuery({
    ...seriesQuery(event?.series?.id ?? 0),
    enabled: event?.series != null,
  });
  if (isPending) return null;
  if (!event && isNotFound(error)) return <MissingEvent />;
  if (!event) return <Unavailable as="h1" what="This event" onRetry={() => void refetch()} />;
  return (
    <PosterPage poster={eventPoster(event, series.data?.events ?? [])} back="Back to the event" />
  );
}
