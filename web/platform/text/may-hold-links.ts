/** Returns true if a text may contain a link. In its own file, because every page loads it. */
export const mayHoldLinks = (text: string) => /https?:\/\/|www\.|mailto:|\S@\S/i.test(text);
