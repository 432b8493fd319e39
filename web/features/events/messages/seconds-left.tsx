import { useSyncExternalStore } from 'react';
import { clockOf } from './words.ts';

const everySecond = (onTick: () => void) => {
  const timer = setInterval(onTick, 250);
  return () => clearInterval(timer);
};

/** Undefined while hydrating, because the server rendered at another second. */
export const useSecondsLeft = (until: string): number | undefined =>
  useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)),
    () => undefined,
  );

/** Counts down the time left to undo a message. Screen readers don't announce each second. */
export function SecondsLeft({ until }: { until: string }) {
  const left = useSecondsLeft(until);
  if (left === undefined) return 'Sending within five minutes';
  if (left === 0) return 'Sending any moment now';
  return (
    <>
      Sending in{' '}
      <span role="timer" className="font-semibold tabular-nums">
        {clockOf(left)}
      </span>
    </>
  );
}
