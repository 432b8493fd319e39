import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { Event } from '#contract/events/events.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { comingWithGuests } from '#web/features/events/events/attendee-label.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { attendeePages, wholeList } from './queries.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { People, PhoneLink } from '#web/features/events/household/people.tsx';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { withGuests } from './party.ts';
import { createPortal, flushSync } from 'react-dom';
import { formatRange } from '#contract/platform/dates.ts';
import type { Person } from '#contract/events/household.ts';
import { listLimit } from '#contract/platform/limits.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';

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
      onOpenChange={onClose}
      title={isOver ? 'Who signed up' : 'Who is coming'}
      description={`${comingWithGuests(event, event.guestCount)}, first to sign up at the top`}
      className="sm:h-[min(44rem,calc(100dvh-4rem))]"
      footer={event.can.searchAttendees ? <DoorList event={event} /> : undefined}
    >
      {event.can.searchAttendees && (
        <div className="mb-5 flex flex-wrap items-end gap-3">
          <InputField
            label="Find a first name"
            className="grow max-sm:w-full"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(change) => setTyped(change.target.value)}
          />
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
      <MoreOf list={list} className="mt-6" label="Show more people" />
      {adding && <AddedDialog event={event} onClose={() => setAdding(false)} />}
    </Dialog>
  );
}

const noNames = ({ attendeeCount }: Event) =>
  attendeeCount === 0 ? 'Nobody is coming yet.' : 'No names to show.';

const Loading = ({ count }: { count: number }) => (
  <div role="status" aria-label="Loading attendees" className="flex flex-col gap-3">
    {Array.from({ length: Math.min(count, 8) }, (_, place) => (
      <Skeleton key={place} className="h-11" />
    ))}
  </div>
);

const AttendeeMenu = lazyPart(() => import('./attendee-menu.tsx'));

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
        {person.phone && <PhoneLink phone={person.phone} />}
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
      {(kind === 'guest' || kind === 'added') && <AttendeeMenu event={event} person={person} />}
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

interface Party {
  name: string;
  guests: number;
  isChild?: boolean;
  /** The adult who answers for a child, what to know about it, and the adult's number. */
  about?: string | undefined;
}

/** Offers the list of attendees as a printout for the door, or as a CSV file. */
const DoorList = ({ event }: { event: Event }) => (
  <>
    <a
      href={urlOf('GET /api/events/:id/door-list.csv', { params: { id: event.id } })}
      download
      aria-label="Download the door list"
      className={buttonClass({ variant: 'ghost' })}
    >
      Download
    </a>
    <PrintDoorList event={event} />
  </>
);

/** The list replaces the page in print. */
function PrintDoorList({ event }: { event: Event }) {
  const client = useQueryClient();
  const [parties, setParties] = useState<readonly Party[]>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const clear = () => setParties(undefined);
    window.addEventListener('afterprint', clear);
    return () => window.removeEventListener('afterprint', clear);
  }, []);
  const print = async () => {
    setBusy(true);
    try {
      const all = await partiesOf(client, event);
      flushSync(() => {
        setParties(all);
        setBusy(false);
      });
      window.print();
    } catch (error) {
      setBusy(false);
      toastFailure("Couldn't load the list", error, 'Please try again.');
    }
  };
  return (
    <>
      <Button
        variant="outline"
        busy={busy}
        busyLabel="Getting it ready..."
        onClick={() => void print()}
      >
        Print a door list
      </Button>
      {parties && createPortal(<Sheet event={event} parties={parties} />, document.body)}
    </>
  );
}

/** Sorted by name, because that is how people look themselves up. */
async function partiesOf(client: QueryClient, event: Event): Promise<Party[]> {
  const { pages } = await client.fetchInfiniteQuery({
    ...wholeList(event.id),
    // People who RSVP while the list loads may start one more page.
    pages: Math.ceil(event.attendeeCount / listLimit) + 1,
    staleTime: 0,
  });
  return pages
    .flatMap(({ items }) =>
      items.flatMap(({ firstName = 'Somebody', guests = 0, people, who, self, phone }) =>
        who
          ? personsOf({ adult: firstName, guests, who, self, phone })
          : [{ name: firstName, guests: people === undefined ? guests : people - 1, about: phone }],
      ),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** A line for each person; guests of an adult who doesn't come are with the first child. */
const personsOf = ({ adult, guests, who, self = false, phone }: Family): Party[] =>
  who.map(({ firstName, note }, place) => {
    const isChild = !(self && place === 0);
    const child = isChild && [`with ${adult}`, note].filter(Boolean).join(': ');
    return {
      name: firstName,
      guests: place === 0 ? guests : 0,
      isChild,
      about: [child, phone].filter(Boolean).join(', ') || undefined,
    };
  });

interface Family extends Pick<Attendee, 'self' | 'phone'> {
  adult: string;
  guests: number;
  who: Person[];
}

const Sheet = ({ event, parties }: { event: Event; parties: readonly Party[] }) => (
  <article className="door-list hidden text-ink print:block">
    <header className="mb-6 border-b-2 border-ink pb-4">
      <p dir="auto" className="font-display text-lg font-bold">
        {event.group.name}
      </p>
      <h1 dir="auto" className="text-3xl font-extrabold wrap-anywhere">
        {event.title}
      </h1>
      <p className="mt-2">{formatRange(event.startTime, event.endTime)}</p>
      <p dir="auto">{event.location}</p>
      <p className="mt-2 font-semibold">{countIn(parties)}</p>
    </header>
    <ul className="columns-2 gap-10">
      {Array.from([...parties, ...walkIns], ({ name, guests, about }, place) => (
        <li
          key={place}
          className="flex min-h-9 break-inside-avoid items-center gap-3 border-b border-line py-1.5"
        >
          <Boxes count={1 + guests} />
          <span className="min-w-0 wrap-anywhere">
            <span dir="auto">{name}</span>
            {about && <span className="block text-sm">{about}</span>}
          </span>
          {guests > 0 && <span className="ml-auto shrink-0 text-sm">{withGuests(guests)}</span>}
        </li>
      ))}
    </ul>
  </article>
);

/** One box to tick for each person who arrives. */
const Boxes = ({ count }: { count: number }) => (
  <span className="flex shrink-0 gap-1">
    {Array.from({ length: count }, (_, place) => (
      <span key={place} className="size-5 border-2 border-ink" />
    ))}
  </span>
);

function countIn(parties: readonly Party[]): string {
  const guests = parties.reduce((sum, party) => sum + party.guests, 0);
  const childCount = parties.filter(({ isChild }) => isChild).length;
  const counts = { attendeeCount: parties.length, childCount };
  return comingWithGuests({ ...counts, adultCount: parties.length - childCount }, guests);
}

/** Blank lines for people who come without an RSVP. */
const walkIns = Array.from({ length: 8 }, (): Party => ({ name: '', guests: 0 }));
