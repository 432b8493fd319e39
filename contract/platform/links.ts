const linkPattern =
  /\b(?:https?:\/\/|www\.)\S|[a-z0-9]\.(?:com|net|org|info|biz|io|me|ly|co|uk|shop|store|online|site|top|xyz|live|club|app|dev|ru|cn|tk)\b/i;

/**
 * Tells whether a text contains something that a page or an email program would turn into a link.
 */
export const hasLink = (text: string): boolean => linkPattern.test(text);

/** The link that writes to an address; its path leaves some signs to the link itself (RFC 6068). */
export const mailtoLink = (address: string): string =>
  `mailto:${address.replace(/[^a-z0-9!$'*+._~@-]/gi, encodeURIComponent)}`;
