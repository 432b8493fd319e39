const list = new Intl.ListFormat('en-GB');

/** 'Sam', 'Sam and Ada', 'Sam, Ada and Ben' */
export const inWords = (names: string[]): string => list.format(names);
