/** A number with its noun: '1 group', '1,204 members'. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;

const list = new Intl.ListFormat('en-GB');

/** 'Sam', 'Sam and Ada', 'Sam, Ada and Ben' */
export const inWords = (names: string[]): string => list.format(names);
