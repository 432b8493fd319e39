import { useCallback, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { DoorCounts } from '#contract/events/arrivals.ts';
import { paths, signIn } from '#contract/platform/paths.ts';
import { second } from '#contract/platform/durations.ts';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { hereWords, nameOf, overWords, savedWords, problemWords } from './door-words.ts';
import { DoorMore } from './door-more.tsx';
import type { DoorState } from './door-client.ts';
import type { ShownParty, WalkIn } from './engine.ts';
import { PartyRow, type RecordArrival } from './party-row.tsx';
import { search, searchable } from './search.ts';
import { useDoor, useWakeLock, type DoorTarget } from './use-door.ts';
import { WalkInDialog } from './walk-in-dialog.tsx';

interface DoorProps {
  target: DoorTarget;
  /** The site knows the link no more. */
  isEnded: boolean;
}

export function Door({ target, isEnded }: DoorProps) {
  const { client, state, parties, counts } = useDoor(target);
  useWakeLock();
  const { say, undo } = useRecordArrival(client);
  const searchId = useId();
  const [typed, setTyped] = useState('');
  const [addsWalkIn, setAddsWalkIn] = useState(false);
  const { view } = state.kept;
  const isOver = state.trouble?.why === 'ended' || (isEnded && view === null);
  const addWalkIn = ({ id, name, people }: WalkIn) => {
    setTyped('');
    const said = { id: `w${id}`, here: people, walkIn: { id, name, people } };
    void client?.say(said).then(() => sendSoon(client), notKept);
  };
  return (
    <>
      <PageHeading
        className="mt-4"
        size="text-2xl"
        title={view?.event.title ?? 'Door'}
        back={
          'token' in target
            ? undefined
            : { href: paths.event(target.eventId), label: 'Back to the event' }
        }
      />
      {isOver ? (
        <Notice tone="accent" className="mt-6" title="This door is closed">
          {state.trouble?.message ?? 'The link has ended. Please ask an organiser for a new one.'}
        </Notice>
      ) : (
        <>
          <Figures counts={counts} capacity={view?.event.capacity ?? null} />
          <div className="sticky top-0 z-10 -mx-4 bg-paper px-4 pt-2 pb-3 short:static">
            <SavedLine state={state} target={target} />
            <label htmlFor={searchId} className="mt-2 block font-semibold">
              Find a name
            </label>
            <Input
              id={searchId}
              type="search"
              autoComplete="off"
              spellCheck={false}
              className="mt-1 min-h-14 text-lg"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <Lists parties={parties} typed={typed} isRead={view !== null} onSay={say} />
          <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-2 bg-paper px-4 py-3 short:static">
            {undo && <UndoBar {...undo} />}
            <Button
              variant="outline"
              className="min-h-14"
              aria-haspopup="dialog"
              onClick={() => setAddsWalkIn(true)}
            >
              Add a walk-in
            </Button>
          </div>
        </>
      )}
      {client && <DoorMore client={client} state={state} target={target} />}
      {addsWalkIn && (
        <WalkInDialog typed={typed.trim()} onAdd={addWalkIn} onClose={() => setAddsWalkIn(false)} />
      )}
    </>
  );
}

/** How long the bar with 'Undo' stays. The row has it for good. */
const undoTime = 10 * second;

interface Undo {
  words: string;
  onUndo: () => void;
}

/** Keeps what is pressed, and offers for ten seconds to undo it. */
function useRecordArrival(client: ReturnType<typeof useDoor>['client']) {
  const [undo, setUndo] = useState<Undo>();
  useEffect(() => {
    if (!undo) return;
    const timer = setTimeout(() => setUndo(undefined), undoTime);
    return () => clearTimeout(timer);
  }, [undo]);
  const say = useCallback<RecordArrival>(
    (party, here) => {
      if (!client) return;
      const name = nameOf(party);
      const keep = async (next: number) => {
        await client.say({ id: party.id, here: next, name }).catch(notKept);
        sendSoon(client);
      };
      void keep(here);
      const onUndo = () => {
        setUndo(undefined);
        void keep(party.here);
      };
      setUndo(
        here > 0
          ? { words: `${name}: ${hereWords(here, party.people).toLowerCase()}`, onUndo }
          : undefined,
      );
    },
    [client],
  );
  return { say, undo };
}

const notKept = () =>
  toast({
    tone: 'danger',
    title: 'Not saved on this phone',
    description: 'Please open the page again, and press once more.',
  });

let sending: ReturnType<typeof setTimeout> | undefined;

/** Sends what is pressed within a second together. */
function sendSoon(client: { sync: () => Promise<void> }): void {
  clearTimeout(sending);
  sending = setTimeout(() => void client.sync(), second);
}

const UndoBar = ({ words, onUndo }: Undo) => (
  <div className="flex items-center justify-between gap-3 rounded-card bg-sunken pl-4">
    <p role="status" className="min-w-0 py-2 wrap-anywhere">
      {words}
    </p>
    <Button variant="outline" className="min-h-14 min-w-24 shrink-0" onClick={onUndo}>
      Undo
    </Button>
  </div>
);

interface FiguresProps {
  counts: DoorCounts;
  capacity: number | null;
}

function Figures({ counts: { expected, here, walkIns }, capacity }: FiguresProps) {
  const over = overWords(here, capacity);
  return (
    <>
      <dl className="mt-3 flex gap-8">
        <Figure label="Here" value={here} />
        <Figure label="Expected" value={expected} />
      </dl>
      {walkIns > 0 && <p className="text-sm text-muted">{walkIns} of them walked in</p>}
      {over && (
        <p role="status" className="font-semibold text-danger-ink">
          {over}
        </p>
      )}
    </>
  );
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-display text-6xl font-extrabold tabular-nums">{value}</dd>
  </div>
);

function SavedLine({ state, target }: { state: DoorState; target: DoorTarget }) {
  const trouble = problemWords(state);
  return (
    <p role="status" className="text-sm font-semibold">
      {savedWords(state)}
      {trouble && <span className="block font-normal text-muted">{trouble}</span>}
      {state.trouble?.why === 'signed_out' && target.eventId !== undefined && (
        <Link href={signIn(`${paths.event(target.eventId)}/door`)} className="link block">
          Log In
        </Link>
      )}
    </p>
  );
}

interface ListsProps {
  parties: ShownParty[];
  typed: string;
  /** The list has been read on this phone. */
  isRead: boolean;
  onSay: RecordArrival;
}

/** As many rows as a phone draws without a wait: of the list, and with each letter of a search. */
const rowsAtOnce = { listed: 120, found: 12 };

/** Lists expected parties by name, and apart from them waiting ones and walk-ins. */
function Lists({ parties, typed, isRead, onSay }: ListsProps) {
  const prepared = useMemo(
    () => searchable(parties.toSorted((one, other) => compare(nameOf(one), nameOf(other)))),
    [parties],
  );
  const terms = useDeferredValue(typed);
  const found = useMemo(() => search(prepared, terms), [prepared, terms]);
  const walkedIn = found.filter(({ kind }) => kind === 'walk_in');
  const listed = found.filter(({ kind }) => kind !== 'walk_in');
  const going = listed.filter(({ status }) => status === 'going');
  const waiting = listed.filter(({ status }) => status === 'waiting');
  const most = terms.trim() === '' ? rowsAtOnce.listed : rowsAtOnce.found;
  return (
    <>
      <p role="status" className="sr-only">
        {terms.trim() !== '' && (found.length === 1 ? '1 found' : `${found.length} found`)}
      </p>
      {isRead && found.length === 0 && (
        <p className="py-6 text-muted">
          {terms.trim() === '' ? 'Nobody is on the list yet.' : 'Nobody of that name.'}
        </p>
      )}
      <Group title="Coming" parties={going} most={most} onSay={onSay} />
      <Group title="Waiting" parties={waiting} most={most} onSay={onSay} />
      <Group title="Walked in" parties={walkedIn} most={most} onSay={onSay} />
    </>
  );
}

const { compare } = new Intl.Collator('en-GB', { sensitivity: 'base' });

interface GroupProps extends Pick<ListsProps, 'parties' | 'onSay'> {
  title: string;
  /** How many rows show until somebody asks for all. */
  most: number;
}

function Group({ title, parties, most, onSay }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (parties.length === 0) return null;
  return (
    <section aria-label={title} className="mt-3">
      <h2 className="font-display text-lg font-semibold">
        {title} <span className="font-normal text-muted">({parties.length})</span>
      </h2>
      <ul>
        {parties.slice(0, showsAll ? undefined : most).map((party) => (
          <PartyRow key={party.id} party={party} onSay={onSay} />
        ))}
      </ul>
      {!showsAll && parties.length > most && (
        <Button variant="quiet" className="mt-2 min-h-14 w-full" onClick={() => setShowsAll(true)}>
          Show all {parties.length}
        </Button>
      )}
    </section>
  );
}
