import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { inWords } from '#contract/platform/counted.ts';
import type { Event } from '#contract/events/events.ts';
import type { WaitlistEntry } from '#contract/events/waitlist.ts';
import { formatOfferEnd } from '#contract/events/waitlist-words.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { broughtBy } from './party.ts';
import { refreshRsvp } from './use-rsvp.ts';
import { waitlistPages } from './queries.ts';

interface WaitingListProps {
  event: Event;
  onClose: () => void;
}

/** Lists the people waiting for a place, in order, for organisers. */
export default function WaitingList({ event, onClose }: WaitingListProps) {
  const rows = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery({
    ...waitlistPages(event.id),
    // Organisers choose whom to admit from this list, so it must be current.
    refetchOnMount: 'always',
  });
  const admit = useAdmit(event.id);
  const people = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog
      onOpenChange={onClose}
      title="Waiting list"
      description={`${roomIn(event)} The first in line is asked first.`}
    >
      <div
        ref={rows}
        tabIndex={-1}
        role="group"
        aria-label="People waiting"
        className="outline-none"
      >
        {list.isPending && <Loading />}
        {list.isError && !list.data && (
          <Unavailable what="This list" onRetry={() => void list.refetch()} />
        )}
        <ol className="flex flex-col gap-3">
          {people.map((person) => (
            <Row
              key={`${person.kind} ${person.id}`}
              person={person}
              busy={admit.isPending && admit.variables.id === person.id}
              onAdmit={() =>
                // The pressed button disappears with its row, so the list takes the focus.
                admit.mutate(person, { onSuccess: () => rows.current?.focus() })
              }
            />
          ))}
        </ol>
        {list.data && people.length === 0 && <p className="text-muted">Nobody is waiting.</p>}
        <MoreOf list={list} className="mt-6" label="Show more people" />
      </div>
    </Dialog>
  );
}

const roomIn = ({ placesTaken, capacity }: Event) => `${placesTaken} of ${capacity} places taken.`;

function useAdmit(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: WaitlistEntry) =>
      call('POST /api/events/:id/waitlist/:userId', {
        params: { id: eventId, userId: String(id) },
      }),
    done: (_, { firstName }) => `${firstName} is going`,
    failed: "Couldn't let them in",
    onSettled: () => refreshRsvp(client, eventId),
  });
}

interface RowProps {
  person: WaitlistEntry;
  busy: boolean;
  onAdmit: () => void;
}

function Row({ person, busy, onAdmit }: RowProps) {
  const { id, userId, firstName, profileImageUrl, self = true, position } = person;
  const brought = broughtBy(person);
  return (
    <li className="flex flex-wrap items-center gap-3">
      <span className="shrink-0 font-display font-bold text-muted tabular-nums">{position}</span>
      <Avatar
        name={firstName}
        imageUrl={profileImageUrl}
        seed={String(id)}
        className="max-sm:hidden"
      />
      <span className="min-w-24 grow basis-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          {userId === null ? (
            <span dir="auto" className="font-semibold wrap-anywhere">
              {firstName}
            </span>
          ) : (
            <MemberName
              person={{ userId, firstName, profileImageUrl }}
              className="font-semibold wrap-anywhere"
            />
          )}
          {brought.length > 0 && (
            <span className="text-sm text-muted">
              {self ? `with ${inWords(brought)}` : `only ${inWords(brought)}`}
            </span>
          )}
          {userId === null && <span className="text-sm text-muted">no account</span>}
        </span>
        <EntryStatus person={person} />
      </span>
      <Button
        variant="outline"
        busy={busy}
        busyLabel="Letting in..."
        aria-label={busy ? undefined : `Let in ${firstName}`}
        onClick={onAdmit}
      >
        Let in
      </Button>
    </li>
  );
}

const EntryStatus = ({ person: { offerExpiresAt, createdAt } }: { person: WaitlistEntry }) => (
  <span className="block text-sm text-muted">
    {offerExpiresAt ? (
      <time dateTime={offerExpiresAt} className="font-semibold text-accent-ink">
        Has an offer until {formatOfferEnd(offerExpiresAt)}
      </time>
    ) : (
      <time dateTime={createdAt}>{formatCommentDate(createdAt)}</time>
    )}
  </span>
);

const Loading = () => (
  <div role="status" aria-label="Loading the waiting list" className="flex flex-col gap-3">
    {Array.from({ length: 3 }, (_, place) => (
      <Skeleton key={place} className="h-11" />
    ))}
  </div>
);
