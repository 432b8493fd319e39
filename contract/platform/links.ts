const link =
  /\b(?:https?:\/\/|www\.)\S|[a-z0-9]\.(?:com|net|org|info|biz|io|me|ly|co|uk|shop|store|online|site|top|xyz|live|club|app|dev|ru|cn|tk)\b/i;

/** Whether there is something in a text that a page or mail program would make a link of. */
export const hasLink = (text: string): boolean => link.test(text);
