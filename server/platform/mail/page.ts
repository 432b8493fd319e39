import type { EmailMessage } from './email.ts';
import { oneLine, type Site } from './site-text.ts';

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

/** The subject as it is sent. */
export function subjectOf({ subject }: Pick<EmailMessage, 'subject'>): string {
  const signs = [...oneLine(subject)];
  return signs.length > longestSubject
    ? `${signs.slice(0, longestSubject - 1).join('')}…`
    : signs.join('');
}
