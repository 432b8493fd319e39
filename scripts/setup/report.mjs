const heartbeatSeconds = 10;

/** A failure that the user can fix: printed as it is, without a stack. */
export class SetupError extends Error {}

export function duration(since) {
  const seconds = (performance.now() - since) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Prints a step's title, shows progress, and prints how long it took. */
export async function step(title, work) {
  const started = performance.now();
  console.log(`${title} ...`);
  const heartbeat = setInterval(
    () => console.log(`  still at it after ${duration(started)}`),
    heartbeatSeconds * 1000,
  );
  try {
    const result = await work();
    console.log(`  done in ${duration(started)}`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}
