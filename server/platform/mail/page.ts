import type { EmailMessage, Site } from './email.ts';

/** A message whose links are resolved or left out. */
export type KeylessMessage = Omit<EmailMessage, 'button'> & {
  button?: { label: string; url: string };
};

/** A message with everything that renderers need around it. */
export interface Page {
  message: KeylessMessage;
  site: Site;
  greeting: string;
  signature: string;
  /** Why it was sent. */
  reason: string;
  links: { label: string; url: string }[];
}

const longestSubject = 150;

/** Cleans text for a header or a title: no control character, line or paragraph end remains. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** The subject as it is sent. */
export function subjectOf({ subject }: Pick<EmailMessage, 'subject'>): string {
  const signs = [...oneLine(subject)];
  return signs.length > longestSubject
    ? `${signs.slice(0, longestSubject - 1).join('')}…`
    : signs.join('');
}
