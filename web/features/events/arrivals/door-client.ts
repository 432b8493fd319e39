import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { saveArrivals } from '#contract/events/arrivals.ts';
import { second } from '#contract/platform/durations.ts';
import {
  nextBatch,
  nothingKept,
  partiesOf,
  toArrival,
  unsentOf,
  withoutList,
  withResults,
  withView,
  type DoorView,
  type KeptDoor,
  type OwnArrival,
  type ArrivalEntry,
} from './engine.ts';
import type { DoorStore } from './store.ts';

/** An answer of the server; its status is 0 where nothing came back. */
export interface DoorAnswer {
  status: number;
  body?: unknown;
  etag?: string | null;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** How a phone reaches the site. */
export interface DoorTransport {
  read: (etag: string | null) => Promise<DoorAnswer>;
  send: (body: { device: string; arrivals: object[] }) => Promise<DoorAnswer>;
}

/** Why what is kept here isn't sent: no network, an ended session or link, or a refusal. */
export interface DoorProblem {
  why: 'unreachable' | 'signed_out' | 'ended' | 'refused';
  /** The server's sentence. */
  message?: string | undefined;
}

export interface DoorState {
  isOpen: boolean;
  isLasting: boolean;
  kept: KeptDoor;
  trouble: DoorProblem | null;
  /** The words not sent when the list was wiped, with the names that are no longer kept. */
  left: readonly OwnArrival[];
}

/** A door before anything of it is read. */
export const closedDoor: DoorState = {
  isOpen: false,
  isLasting: true,
  kept: nothingKept,
  trouble: null,
  left: [],
};

interface DoorOptions {
  store: DoorStore;
  transport: DoorTransport;
  /** The name that the door is kept under. */
  door: string;
  /** Opened by a helper's link. */
  isLink: boolean;
  /** The signed-in member, if the page knows: offline it doesn't. */
  reader?: string | undefined;
  now: () => number;
}

/** One phone at one door: keeps what is said there, sends it, and reads what other phones said. */
export class DoorClient {
  readonly #options: DoorOptions;
  readonly #listeners = new Set<() => void>();
  #state: DoorState;
  #exchange: Promise<void> | undefined;
  #isAskedAgain = false;
  #waitsUntil = 0;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#state = { ...closedDoor, isLasting: options.store.isLasting };
  }

  state = (): DoorState => this.#state;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Shows what the phone keeps, before anything is fetched. Where another member has read it, the
   * site must say first whether this one may.
   */
  async open(): Promise<void> {
    const { store, door, reader } = this.#options;
    const kept = await store.read(door);
    const isOthers = reader !== undefined && kept.readBy !== null && kept.readBy !== reader;
    this.#show({ kept: isOthers ? withoutList(kept) : kept, isOpen: true });
  }

  /** Keeps what somebody said. It is shown once it is kept. */
  async say(said: ArrivalEntry): Promise<void> {
    const { store, door, now } = this.#options;
    const party = partiesOf(this.#state.kept).find(({ id }) => id === said.id);
    const word = await store.say(door, said, party?.at ?? null, now());
    const { kept } = this.#state;
    this.#show({ kept: { ...kept, words: [...kept.words.filter(isNot(word)), word] } });
  }

  /** Drops a word that the server refused. */
  dropRefused = (id: string): Promise<void> =>
    this.#keep((kept) => ({
      ...kept,
      words: kept.words.filter((word) => word.id !== id || word.refused === undefined),
    }));

  /** Deletes all that the phone keeps of this door. */
  async forget(): Promise<void> {
    await this.#options.store.forget(this.#options.door);
    this.#show({ kept: nothingKept, left: [] });
  }

  /** Sends what waits and reads what others said. Runs once at a time. */
  sync(): Promise<void> {
    if (this.#exchange) {
      this.#isAskedAgain = true;
      return this.#exchange;
    }
    this.#exchange = this.#run().finally(() => (this.#exchange = undefined));
    return this.#exchange;
  }

  async #run(): Promise<void> {
    if (this.#options.now() < this.#waitsUntil || this.#state.trouble?.why === 'ended') return;
    do {
      this.#isAskedAgain = false;
      const unsent = await this.#send();
      // A closed door can still be read.
      const unread = unsent && unsent.why !== 'refused' ? null : await this.#read();
      const trouble = unread ?? unsent;
      if (trouble) return this.#show({ trouble });
    } while (this.#isAskedAgain);
    const sentAt = new Date(this.#options.now()).toISOString();
    await this.#keep((kept) => (unsentOf(kept).length > 0 ? kept : { ...kept, sentAt }));
    this.#show({ trouble: null });
  }

  async #send(): Promise<DoorProblem | null> {
    const { store, transport } = this.#options;
    const device = await store.device();
    for (
      let batch = nextBatch(this.#state.kept);
      batch.length > 0;
      batch = nextBatch(this.#state.kept)
    ) {
      const answer = await transport.send({ device, arrivals: batch.map(toArrival) });
      const sent = batch;
      const results = (answer.body as Partial<SavedArrivals> | undefined)?.results;
      if (answer.status !== 200 || results?.length !== sent.length) return this.#fail(answer);
      await this.#keep((kept) => withResults(kept, sent, results));
    }
    return null;
  }

  async #read(): Promise<DoorProblem | null> {
    const { etag } = this.#state.kept;
    const answer = await this.#options.transport.read(etag);
    if (answer.status === 304) return null;
    if (answer.status !== 200) return this.#fail(answer);
    const view = answer.body as DoorView;
    const { reader } = this.#options;
    await this.#keep((kept) =>
      withView(kept, { view, etag: answer.etag ?? null, readBy: reader ?? kept.readBy }),
    );
    return null;
  }

  async #fail({ status, body, retryAfter = 0 }: DoorAnswer): Promise<DoorProblem> {
    this.#waitsUntil = this.#options.now() + retryAfter * second;
    const message = (body as { message?: string } | undefined)?.message;
    if (status < 400 || status === 429 || status >= 500) return { why: 'unreachable' };
    if (status === 401 && !this.#options.isLink) return { why: 'signed_out', message };
    if (![401, 403, 404].includes(status)) return { why: 'refused', message };
    await this.#wipeList();
    return { why: 'ended', message };
  }

  /** Deletes the names of those expected: this phone may not see them any more. */
  async #wipeList(): Promise<void> {
    const left = unsentOf(this.#state.kept);
    await this.#keep(withoutList);
    this.#show({ left });
  }

  async #keep(change: (kept: KeptDoor) => KeptDoor): Promise<void> {
    const { store, door } = this.#options;
    this.#show({ kept: await store.change(door, change) });
  }

  #show(news: Partial<DoorState>): void {
    this.#state = { ...this.#state, ...news };
    for (const listener of this.#listeners) listener();
  }
}

type SavedArrivals = AnswerOf<typeof saveArrivals>;

const isNot =
  ({ id }: OwnArrival) =>
  (word: OwnArrival) =>
    word.id !== id;
