import { hour } from '#contract/platform/durations.ts';

/** The time at the start of every test: a Wednesday in summer, with London an hour ahead of UTC. */
export const start = new Date('2026-06-10T12:00:00.000Z');

/** The application's clock: it stands still until a test moves it. */
export class TestClock {
  #now = start;

  readonly read = () => this.#now;

  /** Returns the moment this many hours from now; negative hours are in the past. */
  inHours(hours: number): Date {
    return new Date(this.#now.getTime() + hours * hour);
  }

  advanceHours(hours: number): void {
    this.#now = this.inHours(hours);
  }

  reset(): void {
    this.#now = start;
  }
}
