import { setTimeout as pause } from 'node:timers/promises';

/** More than anything takes that is to come about, on a machine that has others to serve. */
const patienceMs = 60_000;

/** @throws Error that names what did not come about, and what was seen last */
export async function untilSo(
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
