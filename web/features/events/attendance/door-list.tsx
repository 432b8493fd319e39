import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { formatRange } from '#contract/platform/dates.ts';
import type { Event } from '#contract/events/events.ts';
import type { Person } from '#contract/events/household.ts';
import { listLimit } from '#contract/platform/limits.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { andGuests, attendeeLabel } from '#web/features/events/events/attendee-label.ts';
import { withGuests } from './party.ts';
import { wholeList } from './queries.ts';

interface Party {
  name: string;
  guests: number;
  /** The adult who answers for a child, and what to know about it. */
  about?: string;
}

/** Offers the list of attendees as a printout for the door, or as a CSV file. */
export const DoorList = ({ event }: { event: Event }) => (
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
      items.flatMap(({ firstName = 'Somebody', guests = 0, people, who, self }) =>
        who
          ? personsOf(firstName, guests, who, self)
          : [{ name: firstName, guests: people === undefined ? guests : people - 1 }],
      ),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** A line for each person; guests of an adult who doesn't come are with the first child. */
const personsOf = (adult: string, guests: number, who: Person[], self = false): Party[] =>
  who.map(({ firstName, note }, place) => ({
    name: firstName,
    guests: place === 0 ? guests : 0,
    ...(!(self && place === 0) && { about: [`with ${adult}`, note].filter(Boolean).join(': ') }),
  }));

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
      <p className="mt-2 font-semibold">{countOf(parties)}</p>
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

function countOf(parties: readonly Party[]): string {
  const guests = parties.reduce((sum, party) => sum + party.guests, 0);
  const count = attendeeLabel(parties.length);
  return guests === 0 ? count : `${count} ${andGuests(guests)}`;
}

/** Blank lines for people who come without an RSVP. */
const walkIns = Array.from({ length: 8 }, (): Party => ({ name: '', guests: 0 }));
