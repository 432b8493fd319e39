/** Whether a text or a word has what a link begins with; apart from `link-pieces.ts`, since every page weighs it. */
export const mayHoldLinks = (text: string) => /https?:\/\/|www\.|mailto:|\S@\S/i.test(text);
