import type { Waiting } from '../../../contract/numbers.ts';

/** The number as it is told, and the noun with it: '1 request', '3 requests', 'more than 99 requests'. */
const told = (count: number, one: string, several = `${one}s`) =>
  `${count < 100 ? count : 'more than 99'} ${count === 1 ? one : several}`;

export const requestWords = (count: number) => `${told(count, 'request')} to join`;
export const groupWords = (count: number) =>
  told(count, 'group waits for review', 'groups wait for review');
export const commentWords = (count: number) =>
  told(count, 'comment waits for review', 'comments wait for review');
export const messageWords = (count: number) =>
  told(count, 'message waits for review', 'messages wait for review');

/** What waits for an admin, in words. */
export const adminWords = ({ groups, comments, messages }: NonNullable<Waiting['admin']>) =>
  [
    groups && groupWords(groups),
    comments && commentWords(comments),
    messages && messageWords(messages),
  ]
    .filter(Boolean)
    .join(', ');
