import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { isNotFound } from '#web/platform/data/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { EditEventForm } from './edit-event-form.tsx';
import MissingEvent from '#web/features/events/event-page/missing-event.tsx';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { categories } from '#web/features/community/groups/categories.ts';
import { seriesQuery } from '#web/features/events/series/queries.ts';

export default function EditEventPage() {
  const { data: event, isPending, error, refetch } = useQuery(eventQuery(usePageParam('id')));
  const { data: allCategories } = useQuery(categories());
  const seriesId = event?.series?.id;
  const series = useQuery({ ...seriesQuery(seriesId ?? 0), enabled: seriesId !== undefined });
  if (isPending) return <Waiting />;
  if (!event && isNotFound(error)) return <MissingEvent />;
  if (!event) return <Unavailable as="h1" what="This event" onRetry={() => void refetch()} />;
  if (!event.can.edit) return <EditingRefused event={event} />;
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        back={{ href: paths.event(event.id), label: 'Back to the event' }}
        title="Edit event"
        lead={event.title}
      />
      {allCategories && !series.isLoading ? (
        <EditEventForm
          key={event.id}
          event={event}
          series={series.data}
          categories={allCategories}
        />
      ) : (
        <Waiting />
      )}
    </>
  );
}

const Waiting = () => <FormSkeleton label="Loading the event" className="mt-10" />;

const EditingRefused = ({ event }: { event: Event }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="This event can't be edited"
    hint={reasonFor(event)}
    actions={
      <Link href={paths.event(event.id)} className={buttonClass()}>
        Back to the event
      </Link>
    }
  />
);

function reasonFor({ status, ended, group }: Event): string {
  if (status === 'cancelled') return "It's been cancelled.";
  if (ended) return 'It has ended.';
  return `Only organisers of ${group.name} can change it.`;
}
