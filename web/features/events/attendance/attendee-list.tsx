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
import { DoorList } from './door-list.tsx';
import { attendeePages } from './queries.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { People } from '#web/features/events/household/people.tsx';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { withGuests } from './party.ts';

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

const AddedMenu = lazyPart(() => import('./added-menu.tsx'));
const GuestMenu = lazyPart(() => import('./guest-menu.tsx'));

interface AttendeeRowProps {
  event: Event;
  person: Attendee;
}

/** One attendee. Organisers also see people without an account, and those added by hand. */
function AttendeeRow({ event, person }: AttendeeRowProps) {
  const { userId, firstName = 'Somebody', profileImageUrl, guests = 0, kind, id, note } = person;
  const about = aboutOf(person);
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar name={firstName} imageUrl={profileImageUrl} seed={String(id ?? userId)} />
      <div className="min-w-0 grow">
        {userId === null ? (
          <p dir="auto" className="font-semibold wrap-anywhere">
            {firstName}
          </p>
        ) : (
          <MemberName
            person={{ userId, firstName, profileImageUrl }}
            className="min-h-11 font-semibold wrap-anywhere"
          />
        )}
        {about && <p className="text-sm text-muted">{about}</p>}
        {/* The name above is the member's. */}
        {person.who && <People who={person.self ? person.who.slice(1) : person.who} />}
        {note && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {note}
          </p>
        )}
      </div>
      {userId !== null && guests > 0 && (
        <span className="shrink-0 text-muted">
          <span aria-hidden="true">+{guests}</span>
          <span className="sr-only">with {guests === 1 ? '1 other' : `${guests} others`}</span>
        </span>
      )}
      {kind === 'guest' && <GuestMenu event={event} person={person} />}
      {kind === 'added' && <AddedMenu event={event} person={person} />}
    </li>
  );
}

/** 'Children only, first time here', 'with 2 guests, no account', or '4 people, added by Sam'. */
function aboutOf({
  kind,
  guests = 0,
  people = 1,
  addedBy,
  firstTime,
  self,
}: Attendee): string | undefined {
  if (self === false) return firstTime ? 'Children only, first time here' : 'Children only';
  if (firstTime) return 'First time here';
  if (kind === 'guest') return `${guests > 0 ? `${withGuests(guests)}, ` : ''}no account`;
  if (kind !== 'added') return undefined;
  const by = addedBy ? `added by ${addedBy.firstName}` : 'added by hand';
  return people > 1 ? `${people} people, ${by}` : by;
}
