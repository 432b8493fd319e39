import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events/events.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import MissingEvent from '#web/features/events/event-page/missing-event.tsx';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { isNotFound } from '#web/platform/data/queries.ts';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { useEventPoster } from './event-poster.tsx';
import { PosterPage } from './poster-page.tsx';

export default function EventPosterPage() {
  const { data: event, error, isPending, refetch } = useQuery(eventQuery(usePageParam('id')));
  if (isPending) return null;
  if (!event && isNotFound(error)) return <MissingEvent />;
  if (!event) return <Unavailable as="h1" what="This event" onRetry={() => void refetch()} />;
  return <OfEvent event={event} />;
}

const OfEvent = ({ event }: { event: Event }) => (
  <PosterPage poster={useEventPoster(event)} back="Back to the event" />
);
