import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Event } from '#contract/events/events.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { andGuests, attendeeLabel } from '#web/features/events/events/attendee-label.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { AttendeeRow } from './attendee-row.tsx';
import { DoorList } from './door-list.tsx';
import { attendeePages } from './queries.ts';

const AddedDialog = lazyPart(() => import('./added-dialog.tsx'));

interface AttendeeListProps {
  event: Event;
  onClose: () => void;
}

/** Lists attendees by first name. Organisers can search and print the list. */
export default function AttendeeList({ event, onClose }: AttendeeListProps) {
  const [typed, setTyped] = useState('');
  const searchTerm = useDebounced(typed.trim());
  const list = useInfiniteQuery({
    ...attendeePages(event.id, searchTerm),
    placeholderData: keepPreviousData,
  });
  const people = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isOver = event.ended || event.status === 'cancelled';
  const [adding, setAdding] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isOver ? 'Who signed up' : 'Who is coming'}
      description={`${countOf(event)}, first to sign up at the top`}
      className="sm:h-[min(44rem,calc(100dvh-4rem))]"
      footer={event.can.searchAttendees ? <DoorList event={event} /> : undefined}
    >
      {event.can.searchAttendees && (
        <div className="mb-5 flex flex-wrap items-end gap-3">
          <Field label="Find a first name" className="grow max-sm:w-full">
            {(control) => (
              <Input
                {...control}
                type="search"
                autoComplete="off"
                value={typed}
                onChange={(change) => setTyped(change.target.value)}
              />
            )}
          </Field>
          {event.status !== 'cancelled' && (
            <Button variant="outline" aria-haspopup="dialog" onClick={() => setAdding(true)}>
              Add someone
            </Button>
          )}
        </div>
      )}
      {list.isPending && <Loading count={event.attendeeCount} />}
      {list.isError && !list.data && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      <ul className="flex flex-col gap-3">
        {people.map((person) => (
          <AttendeeRow
            key={`${person.kind} ${person.id ?? person.userId}`}
            event={event}
            person={person}
          />
        ))}
      </ul>
      {list.data && people.length === 0 && (
        <p role="status" className="text-muted">
          {searchTerm ? 'Nobody with that name is coming.' : noNames(event)}
        </p>
      )}
      {list.hasNextPage && (
        <LoadMore
          className="mt-6"
          label="Show more people"
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {adding && <AddedDialog eventId={event.id} onClose={() => setAdding(false)} />}
    </Dialog>
  );
}

const countOf = ({ attendeeCount, guestCount }: Event) =>
  guestCount > 0
    ? `${attendeeLabel(attendeeCount)} ${andGuests(guestCount)}`
    : attendeeLabel(attendeeCount);

const noNames = ({ attendeeCount }: Event) =>
  attendeeCount === 0 ? 'Nobody is coming yet.' : 'No names to show.';

const Loading = ({ count }: { count: number }) => (
  <div role="status" aria-label="Loading attendees" className="flex flex-col gap-3">
    {Array.from({ length: Math.min(count, 8) }, (_, place) => (
      <Skeleton key={place} className="h-11" />
    ))}
  </div>
);

const typingPause = 300;

/** Returns the typed text once typing pauses. */
function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), typingPause);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}
