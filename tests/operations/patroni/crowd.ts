import { setTimeout as pause } from 'node:timers/promises';
import { findPlayground, type Playground } from '#tests/crash/playground.ts';
import { Random } from '#tests/crash/random.ts';
import { signIn } from '#tests/crash/client.ts';
import { type Send } from '#tests/crash/transport.ts';
import type { Stage } from '../row.ts';
import type { Answer, CallOptions, Browser, SendRequest } from './browser.ts';
import { isSuccess, Ledger, writePeople } from './ledger.ts';
import type { Site } from './site.ts';

/** The kinds of requests, each reported separately. */
const looks = {
  "a visitor's page": { path: '/events', signedIn: false },
  "a visitor's search": { path: '/events?q=hall', signedIn: false },
  "a member's page": { path: '/dashboard', signedIn: true },
} as const;
type Look = keyof typeof looks | 'a write';

const writers = 4;
const readersEach = 2;
const breathMs = 50;
/**
 * A connection times out after five seconds and an answer after fifteen, plus a busy machine's
 * slowness.
 */
const patienceMs = 26_000;

interface Observation {
  look: Look;
  endedAt: number;
  ms: number;
  answer: Answer;
}

/** The crowd's answers between two moments. */
export interface Sight {
  answers: number;
  /** Refused with 'try again in a moment'. */
  refused: number;
  /** The longest time, in seconds, in which nobody got an answer. */
  without: Record<string, number>;
  slowestMs: number;
}

/** Members and visitors who write and read without pause, and record the answers. */
export class Crowd {
  readonly ledger = new Ledger();
  readonly #site: Site;
  readonly #playground: Playground;
  readonly #random = new Random(42);
  readonly #seen: Observation[] = [];
  #over = false;
  #going: Promise<unknown> = Promise.resolve();
  #cookie: string | undefined;

  private constructor(site: Site, playground: Playground) {
    this.#site = site;
    this.#playground = playground;
  }

  /** Starts all at once; they end with the row. */
  static async gather({ after }: Stage, site: Site): Promise<Crowd> {
    const send = sendBy(site.browser);
    const crowd = new Crowd(site, await findPlayground(send, []));
    crowd.#cookie = await signIn(send, 'member@example.com');
    crowd.#begin();
    after(() => crowd.end());
    return crowd;
  }

  #begin(): void {
    const reading = Object.entries(looks).flatMap(([look, { path, signedIn }]) =>
      Array.from({ length: readersEach }, () => this.#read(look as Look, path, signedIn)),
    );
    const writing = Array.from({ length: writers }, (_, index) =>
      writePeople(
        (...call) => this.#noted('a write', ...call),
        { name: String(index), ledger: this.ledger, playground: this.#playground },
        this.#random.fork(),
        () => this.#over,
      ),
    );
    this.#going = Promise.all([...reading, ...writing]);
  }

  async end(): Promise<void> {
    this.#over = true;
    await this.#going;
  }

  /**
   * Returns the crowd's answers during some work, then until it has made this many more writes and
   * rested.
   */
  async through(writes: number, restMs: number, work: () => Promise<unknown>): Promise<Sight> {
    const moment = performance.now();
    await work();
    await this.wrote(writes);
    await pause(restMs);
    return this.#since(moment);
  }

  /** Waits until the crowd has made this many more writes. */
  async wrote(more: number): Promise<void> {
    const wanted = this.ledger.acknowledged + more;
    const over = performance.now() + 90_000;
    while (this.ledger.acknowledged < wanted) {
      if (performance.now() > over)
        throw new Error(`The crowd writes nothing: ${this.#lastRefusal()}`);
      await pause(50);
    }
  }

  /**
   * Returns the answers since a moment.
   * @throws Error for an answer that is neither correct nor a plain 503
   */
  #since(moment: number): Sight {
    const seen = this.#seen.filter(({ endedAt }) => endedAt >= moment);
    for (const each of seen)
      if (!isFit(each)) throw new Error(`${describe(each)}\n${this.#site.reasonOf(each.answer)}`);
    const without: Record<string, number> = {};
    for (const look of [...Object.keys(looks), 'a write']) {
      const good = seen.filter((each) => each.look === look && isSuccess(each.answer));
      without[look] = longestGap([moment, ...good.map(({ endedAt }) => endedAt)]) / 1_000;
    }
    return {
      answers: seen.length,
      refused: seen.filter(({ answer }) => answer.status === 503).length,
      without,
      slowestMs: Math.max(...seen.map(({ ms }) => ms)),
    };
  }

  async #read(look: Look, path: string, signedIn: boolean): Promise<void> {
    const asked: CallOptions = { page: true, cookie: signedIn ? this.#cookie : undefined };
    while (!this.#over) {
      await this.#noted(look, 'GET', path, asked);
      await pause(breathMs);
    }
  }

  async #noted(look: Look, ...call: Parameters<SendRequest>): Promise<Answer> {
    const began = performance.now();
    const answer = await this.#site.browser.ask(...call);
    const endedAt = performance.now();
    this.#seen.push({ look, endedAt, ms: endedAt - began, answer });
    // A refused client tries again in a moment.
    if (!isSuccess(answer)) await pause(breathMs);
    return answer;
  }

  #lastRefusal(): string {
    const last = this.#seen.findLast(({ answer }) => !isSuccess(answer));
    return last ? describe(last) : 'it was refused nothing';
  }
}

/** Accepts the correct answer, or a plain 503 in time. */
function isFit({ answer, ms }: Observation): boolean {
  if (ms > patienceMs) return false;
  if (isSuccess(answer)) return true;
  if (answer.status !== 503 || !(Number(answer.retryAfter) >= 1)) return false;
  return /^<!doctype html>/i.test(answer.text) || answer.text.includes('"unavailable"');
}

const describe = ({ look, ms, answer }: Observation) =>
  `${look} was answered ${answer.status} after ${Math.round(ms)} ms: ${answer.text.slice(0, 300)}`;

function longestGap(moments: readonly number[]): number {
  const inOrder = [...moments, performance.now()].toSorted((a, b) => a - b);
  return Math.max(...inOrder.slice(1).map((each, index) => each - (inOrder[index] ?? each)));
}

const sendBy =
  (browser: Browser): Send =>
  async (method, path, { cookie, body } = {}) => {
    const answer = await browser.ask(method, path, { cookie, body });
    const parsed: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
    return { status: answer.status, body: parsed, cookie: answer.cookie, next: undefined };
  };
