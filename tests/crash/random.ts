/**
 * Returns numbers from 0 to 1 that follow from a seed (mulberry32), so that a run can be repeated.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return Math.floor(from + this.next() * (to - from));
  }

  coin(): boolean {
    return this.next() < 0.5;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.between(0, items.length)];
  }

  /** Returns another stream of numbers, which does not depend on later draws from this one. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32));
  }
}
