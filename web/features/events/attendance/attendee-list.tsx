import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Event } from '#contract/events/events.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { andGuests, attendeeLabel } from '#web/features/events/events/attendee-label.ts';
import { DoorList } from './door-list.tsx';
import { withGuests } from './party.ts';
import { attendeePages } from './queries.ts';

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
        <Field label="Find a first name" className="mb-5">
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
      )}
      {list.isPending && <Loading count={event.attendeeCount} />}
      {list.isError && !list.data && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      <ul className="flex flex-col gap-3">
        {people.map((person) => (
          <Row key={person.userId} person={person} />
        ))}
      </ul>
      {list.data && people.length === 0 && (
        <p role="status" className="text-muted">
          {searchTerm ? 'Nobody with that name is coming.' : 'No names to show.'}
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
    </Dialog>
  );
}

const countOf = ({ attendeeCount, guestCount }: Event) =>
  guestCount > 0
    ? `${attendeeLabel(attendeeCount)} ${andGuests(guestCount)}`
    : attendeeLabel(attendeeCount);

const Row = ({
  person: { userId, firstName = 'Somebody', profileImageUrl, guests = 0 },
}: {
  person: Attendee;
}) => (
  <li className="flex min-h-11 items-center gap-3">
    <Avatar name={firstName} imageUrl={profileImageUrl} seed={userId} />
    <MemberName
      person={{ userId, firstName, profileImageUrl }}
      className="min-h-11 grow font-semibold wrap-anywhere"
    />
    {guests > 0 && <span className="shrink-0 text-muted">{withGuests(guests)}</span>}
  </li>
);

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
