import { second } from '#contract/platform/durations.ts';

/** After this many attempts in a row without an answer a host is left alone for a while. */
const maxSilences = 8;
const pauseMs = 30 * second;

/**
 * Knows the push services that have stopped answering. Each of their notifications would keep a
 * sender waiting until its deadline, and others behind it.
 */
export class SilentHosts {
  readonly #hosts = new Map<string, { failures: number; until: number }>();

  /** Returns when to ask a host again; undefined for now. One in each pause finds out. */
  pausedUntil(host: string, now: Date): Date | undefined {
    const silent = this.#hosts.get(host);
    if (!silent || silent.failures < maxSilences) return undefined;
    if (silent.until > now.getTime()) return new Date(silent.until);
    silent.until = now.getTime() + pauseMs;
    return undefined;
  }

  noteAnswer(host: string): void {
    this.#hosts.delete(host);
  }

  noteSilence(host: string, now: Date): void {
    const failures = (this.#hosts.get(host)?.failures ?? 0) + 1;
    this.#hosts.set(host, { failures, until: now.getTime() + pauseMs });
  }
}
