import { formatCommentDate } from '#contract/platform/dates.ts';

/** What somebody reads who signs in while they may not: until when, where that ends by itself. */
export const suspendedWords = (until: Date | null | undefined): string =>
  until
    ? `This account is suspended until ${formatCommentDate(until)}`
    : 'This account has been suspended';
