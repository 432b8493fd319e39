import { hour } from '#contract/platform/durations.ts';

/** When every test begins: a Wednesday in summer, London an hour ahead of UTC. */
export const start = new Date('2026-06-10T12:00:00.000Z');

/** The application's clock: it stands still until a test moves it. */
export class TestClock {
  #now = start;

  readonly read = () => this.#now;

  /** The moment so many hours from now; a negative number of hours is in the past. */
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
