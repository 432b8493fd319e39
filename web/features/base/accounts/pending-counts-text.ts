import type { PendingCounts } from '#contract/operations/site-stats.ts';

/** Formats a count with its noun: '1 request', '3 requests', 'more than 99 requests'. */
const countText = (count: number, noun: string) =>
  `${count < 100 ? count : 'more than 99'} ${noun}${count === 1 ? '' : 's'}`;

export const requestWords = (count: number) => `${countText(count, 'request')} to join`;

/** Lists the items awaiting an admin: '1 group to review, 3 comments to review'. */
export const adminWords = (waiting: Partial<NonNullable<PendingCounts['admin']>>) =>
  Object.entries(waiting)
    .filter(([, count]) => count)
    .map(([nouns, count]) => `${countText(count, nouns.slice(0, -1))} to review`)
    .join(', ');
