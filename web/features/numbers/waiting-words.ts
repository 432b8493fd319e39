/** The number as it is told, and the noun with it: '1 request', '3 requests', 'more than 99 requests'. */
const told = (count: number, one: string, several = `${one}s`) =>
  `${count < 100 ? count : 'more than 99'} ${count === 1 ? one : several}`;

export const requestWords = (count: number) => `${told(count, 'request')} to join`;
export const groupWords = (count: number) =>
  told(count, 'group waits for review', 'groups wait for review');
export const commentWords = (count: number) =>
  told(count, 'comment waits for review', 'comments wait for review');
