import { formatCommentDate } from '#contract/platform/dates.ts';

/**
 * The message for a suspended member who signs in, with the date on which the suspension ends, if
 * it does.
 */
export const suspendedWords = (until: Date | null | undefined): string =>
  until
    ? `This account is suspended until ${formatCommentDate(until)}`
    : 'This account has been suspended';
