import { setTimeout as pause } from 'node:timers/promises';

/** A limit for any awaited event, on a machine that does other work. */
const patienceMs = 60_000;

/** @throws Error that names what did not happen, and the last value seen */
export async function pollUntil(
  what: string,
  isSo: () => Promise<boolean>,
  seen: () => string = () => '',
): Promise<void> {
  const over = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > over) throw new Error(`It did not come about: ${what}. ${seen()}`);
    await pause(100);
  }
}
