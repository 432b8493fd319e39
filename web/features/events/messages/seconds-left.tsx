import { useSyncExternalStore } from 'react';
import { clockOf } from './words.ts';

const everySecond = (tell: () => void) => {
  const timer = setInterval(tell, 250);
  return () => clearInterval(timer);
};

/** Undefined before the page is alive: the server's second is another. */
export const useSecondsLeft = (until: string): number | undefined =>
  useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)),
    () => undefined,
  );

/** How long a message can still be taken back. Nobody is read out every second of it. */
export function SecondsLeft({ until }: { until: string }) {
  const left = useSecondsLeft(until);
  if (left === undefined) return 'Goes within five minutes';
  if (left === 0) return 'Goes any moment now';
  return (
    <>
      Goes in{' '}
      <span role="timer" className="font-semibold tabular-nums">
        {clockOf(left)}
      </span>
    </>
  );
}
