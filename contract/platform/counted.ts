/** A number with its noun: '1 group', '1,204 members'. */
export const pluralise = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;

const listFormat = new Intl.ListFormat('en-GB');

/** 'Sam', 'Sam and Ada', 'Sam, Ada and Ben' */
export const inWords = (names: string[]): string => listFormat.format(names);

export const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
