import type { PendingCounts } from '#contract/operations/site-stats.ts';

/** The number as it is told, and the noun with it: '1 request', '3 requests', 'more than 99 requests'. */
const told = (count: number, noun: string) =>
  `${count < 100 ? count : 'more than 99'} ${noun}${count === 1 ? '' : 's'}`;

export const requestWords = (count: number) => `${told(count, 'request')} to join`;

/**
 * The items awaiting an admin, in words: '1 group waits for review, 3 comments wait for review'.
 */
export const adminWords = (waiting: Partial<NonNullable<PendingCounts['admin']>>) =>
  Object.entries(waiting)
    .filter(([, count]) => count)
    .map(
      ([nouns, count]) =>
        `${told(count, nouns.slice(0, -1))} wait${count === 1 ? 's' : ''} for review`,
    )
    .join(', ');
