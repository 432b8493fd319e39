const interval = 500;

export const startedByNpm = process.env.npm_lifecycle_event !== undefined;

/**
 * Calls back once the parent process has gone. npm passes a signal to the shell between it and the
 * script, and a shell such as dash dies of it without signalling the script.
 */
export function whenOrphaned(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, interval);
  timer.unref();
}
