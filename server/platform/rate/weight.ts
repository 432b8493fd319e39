import type { Endpoint } from '#contract/platform/endpoint.ts';
import { writeWeight } from '#contract/platform/limits.ts';

const { charactersOfPoint, charactersOfRow, partsOfPoint } = writeWeight;

const pointsOf = (characters: number): number => 1 + Math.floor(characters / charactersOfPoint);

/**
 * Returns the points that a call costs at its start: more than one if it declares its rows, or if
 * its body has thousands of parts to read. What it writes beyond that is charged as it is written,
 * whatever it declares.
 */
export function declaredPoints({ rate, rows }: Pick<Endpoint, 'rate' | 'rows'>, body: unknown) {
  if (rate !== 'write') return 1;
  const reading = Math.floor(partsIn(body) / partsOfPoint);
  const writing = rows === undefined ? 1 : pointsOf(rows * (charactersOfRow + charactersIn(body)));
  return reading + writing;
}

function partsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + partsIn(part), 0);
}

/** Pictures are bytes, and have quotas of their own. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + charactersIn(part), 0);
}

/**
 * Charges a call for the rows that it inserts and the text that it sends to tables, beyond the
 * points charged at its start. Every connection reports its statements to the meter of the call
 * that sends them.
 */
export class WriteMeter {
  #written = 0;
  /** Nothing beyond it is charged. */
  #ceiling = Infinity;
  #charged: number;
  /** The first refusal; the call writes nothing after it. */
  #refused: { reason: unknown } | undefined;
  readonly #charge: (points: number) => Promise<void>;

  /** @param charge throws if the caller has too few points left */
  constructor(charged: number, charge: (points: number) => Promise<void>) {
    this.#charged = charged;
    this.#charge = charge;
  }

  /** @throws Refusal `too_many_requests` */
  async add({ rows, characters }: WrittenAmount): Promise<void> {
    this.#written = Math.min(this.#written + rows * charactersOfRow + characters, this.#ceiling);
    await this.#chargeFor(this.#written);
  }

  /**
   * Charges what a call is about to write, so that it is refused before it begins. What it really
   * writes is counted all the same.
   * @throws Refusal `too_many_requests`
   */
  async expect({ rows, characters }: WrittenAmount): Promise<void> {
    await this.#chargeFor(this.#written + rows * charactersOfRow + characters);
  }

  /** Runs work that costs so many points at most, because it has a limit of its own. */
  async atMost<T>(points: number, work: () => PromiseLike<T>): Promise<T> {
    this.#ceiling = this.#written + points * charactersOfPoint;
    try {
      return await work();
    } finally {
      this.#ceiling = Infinity;
    }
  }

  async #chargeFor(written: number): Promise<void> {
    const due = pointsOf(written) - this.#charged;
    if (due > 0) {
      this.#charged += due;
      await this.#charge(due).catch((reason: unknown) => (this.#refused ??= { reason }));
    }
    this.requirePoints();
  }

  /** @throws Refusal `too_many_requests` if something written has exceeded the limit */
  requirePoints(): void {
    if (this.#refused) throw this.#refused.reason;
  }
}

interface WrittenAmount {
  rows: number;
  characters: number;
}

const isRead = /^\s*select\b/i;
const insertTargets = /\b(?:insert|merge)\s+into\s+"?(\w+)/gi;
const isUpdate = /(?:^|\()\s*update\b/i;

/**
 * Tables that are kept for the site rather than for the caller, such as fingerprints of texts. Emails have limits of their own,
 * and a group of 5,000 must be able to hear that its event is cancelled.
 */
const ownBooks = new Set(['outbox', 'rate_counts', 'own_writes', 'text_prints']);

/** Tells whether a statement writes something that its caller is charged for. */
export function isWeighed(text: string): boolean {
  if (isRead.test(text)) return false;
  if (isUpdate.test(text)) return true;
  return [...text.matchAll(insertTargets)].some(([, table = '']) => !ownBooks.has(table));
}

/** Returns what a statement has written: the rows it has inserted, and the text it was given. */
export const measureWrites = (text: string, values: unknown, answer: unknown): WrittenAmount => ({
  rows: isUpdate.test(text) ? 0 : rowCountOf(answer),
  characters: charactersIn(values),
});

function rowCountOf(answer: unknown): number {
  const count: unknown = typeof answer === 'object' && answer ? Reflect.get(answer, 'rowCount') : 0;
  return typeof count === 'number' ? count : 0;
}
