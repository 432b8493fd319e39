export interface Alarm {
  wake: () => void;
  /** Resolves once woken, at once if it was woken since the last sleep, or after the time. */
  sleep: (timeoutMs: number) => Promise<void>;
}

export function createAlarm(): Alarm {
  let isWoken = false;
  let resolveSleep: (() => void) | undefined;
  return {
    wake: () => {
      isWoken = true;
      resolveSleep?.();
    },
    sleep: async (timeoutMs) => {
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        resolveSleep = resolve;
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
      }
      isWoken = false;
    },
  };
}
