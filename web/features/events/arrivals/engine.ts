import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { z } from 'zod';
import type {
  DoorParty,
  readDoor,
  saveArrivals,
  WalkIn as WalkInForm,
} from '#contract/events/arrivals.ts';
import { maxArrivals } from '#contract/platform/limits.ts';

/** The list at the door, as the server last said it. */
export type DoorView = AnswerOf<typeof readDoor>;
type Result = AnswerOf<typeof saveArrivals>['results'][number];

export type WalkIn = z.input<typeof WalkInForm>;

/** Somebody said on this phone how many of a party are here. */
export interface ArrivalEntry {
  id: string;
  here: number;
  /** For people to know it by. Kept no longer than the list. */
  name?: string;
  walkIn?: WalkIn;
}

/** A word of this phone that the server has not taken yet. */
export interface OwnArrival extends ArrivalEntry {
  at: string;
  /** The server has refused it: it is set aside, and not sent again. */
  refused?: 'not_found' | 'invalid';
}

/** The phone's own id, and the time of its latest word in milliseconds. */
export interface Phone {
  device: string;
  lastAt: number;
}

/** The part of a door that a phone keeps. */
export interface KeptDoor {
  view: DoorView | null;
  etag: string | null;
  words: readonly OwnArrival[];
  /** When the server last had everything. */
  sentAt: string | null;
  /** The member who read the list; null behind a helper's link. */
  readBy: string | null;
}

export const nothingKept: KeptDoor = {
  view: null,
  etag: null,
  words: [],
  sentAt: null,
  readBy: null,
};

export interface ShownParty extends DoorParty {
  /** Not sent yet. */
  isUnsent: boolean;
}

/**
 * Makes a word of what was said. Its time is after every earlier word of this phone, and after the
 * word it answers, whatever the clock does: so no undo is lost against what it undoes.
 * @param answered the time of the word on the party that this phone shows
 * @param earlier the word in whose place this one comes: only the latest on a party is sent
 */
export function arrivalOf(
  phone: Phone,
  said: ArrivalEntry,
  { answered, earlier }: { answered: string | null; earlier: OwnArrival | undefined },
  now: number,
): { phone: Phone; word: OwnArrival } {
  const seen = [answered, earlier?.at].map((at) => (at ? Date.parse(at) + 1 : 0));
  const at = Math.max(now, phone.lastAt + 1, ...seen);
  const walkIn = said.walkIn ?? earlier?.walkIn;
  return {
    phone: { ...phone, lastAt: at },
    word: { ...said, at: new Date(at).toISOString(), ...(walkIn && { walkIn }) },
  };
}

const isQueued = ({ refused }: OwnArrival) => refused === undefined;

export const unsentOf = ({ words }: Pick<KeptDoor, 'words'>): OwnArrival[] =>
  words.filter(isQueued);

/** Words that the server refused. */
export const setAsideOf = ({ words }: Pick<KeptDoor, 'words'>): OwnArrival[] =>
  words.filter((word) => !isQueued(word));

/** The words to send next, the earliest first. */
export const nextBatch = (kept: KeptDoor): OwnArrival[] =>
  unsentOf(kept)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(0, maxArrivals);

/** A word in the form of the call. */
export const toArrival = ({ id, here, at, walkIn }: OwnArrival) =>
  walkIn ? { walkIn, here, at } : { id, here, at };

/** Takes the list that the server sent. Words that wait stay: the server decides about each. */
export const withView = (
  kept: KeptDoor,
  news: Pick<KeptDoor, 'etag' | 'readBy'> & { view: DoorView },
): KeptDoor => ({ ...kept, ...news });

/**
 * Takes the answer to words that were sent, each by itself: one that was taken goes, a later one
 * stays, and a refused one is set aside and stops no other.
 */
export function withResults(
  { view, words, ...kept }: KeptDoor,
  sent: readonly OwnArrival[],
  results: readonly Result[],
): KeptDoor {
  const answers = new Map(sent.map((word, at) => [word.id, { word, result: results[at] }]));
  const people = new Map(view?.people.map((party) => [party.id, party]));
  const left: OwnArrival[] = words.flatMap((word) => {
    const answer = answers.get(word.id);
    if (!answer?.result || answer.word.at !== word.at) return [word];
    return 'error' in answer.result ? [{ ...word, refused: answer.result.error }] : [];
  });
  for (const { word, result } of answers.values()) {
    if (!result || 'error' in result) continue;
    const party = people.get(word.id) ?? (word.walkIn && walkInParty(word.walkIn));
    if (!party) continue;
    const by = result.at === word.at ? party.by : null;
    people.set(word.id, { ...party, here: result.here, at: result.at, by });
  }
  return { ...kept, view: view && { ...view, people: [...people.values()] }, words: left };
}

const walkInParty = ({ id, name, people }: WalkIn): DoorParty => ({
  id: `w${id}`,
  kind: 'walk_in',
  status: 'going',
  firstName: name,
  children: [],
  people,
  here: 0,
  at: null,
  by: null,
  firstTime: false,
});

/**
 * Lists everybody at the door with their latest arrival. Of two at the same time
 * this phone shows its own until the server, which knows both phones, has answered.
 */
export function partiesOf({ view, words }: Pick<KeptDoor, 'view' | 'words'>): ShownParty[] {
  const queued = new Map(words.filter(isQueued).map((word) => [word.id, word]));
  const listed = view?.people ?? [];
  const known = new Set(listed.map(({ id }) => id));
  const walkedIn = [...queued.values()].flatMap(({ id, walkIn }) =>
    walkIn && !known.has(id) ? [walkInParty(walkIn)] : [],
  );
  return [...listed, ...walkedIn].map((party) => {
    const word = queued.get(party.id);
    if (!word || isLater(party.at, word.at)) return { ...party, isUnsent: false };
    return { ...party, here: word.here, at: word.at, by: null, isUnsent: true };
  });
}

const isLater = (one: string | null, other: string): boolean =>
  one !== null && Date.parse(one) > Date.parse(other);

/** Removes the names of those expected from what a phone keeps, and leaves what isn't sent. */
export const withoutList = ({ words, ...kept }: KeptDoor): KeptDoor => ({
  ...kept,
  view: null,
  etag: null,
  words: words.map(withoutName),
});

export const withoutName = ({ name: _, ...word }: OwnArrival): OwnArrival => word;
