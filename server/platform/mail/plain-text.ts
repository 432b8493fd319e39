import type { Detail, EmailMessage } from './email.ts';
import { oneLine, type Site } from './site-text.ts';

/** Lines of at most 72 characters, which survive being quoted (RFC 3676 §4.2). */
const lineWidth = 72;

/** Breaks at spaces; a word longer than a line, such as an address, stays whole. */
export function wrap(text: string): string {
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > lineWidth) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}

/** Renders the email for people who read plain text. */
export function renderText(page: Page): string {
  const { message, site } = page;
  const body = [
    page.greeting,
    ...message.paragraphs,
    ...(message.quote === undefined ? [] : [message.quote]),
    ...(message.details ? [message.details.map(detailLines).join('\n')] : []),
    ...(message.button ? [`${message.button.label}:\n${message.button.url}`] : []),
    ...(message.closing ? [message.closing] : []),
    page.signature,
  ];
  const footer = [
    page.reason,
    ...page.links.map(({ label, url }) => `${label}: ${url}`),
    `Questions? ${site.supportEmail}`,
  ];
  // Mail programs take a line of two dashes and a space as the end of the text.
  return `${body.map(wrap).join('\n\n')}\n\n-- \n${footer.map(wrap).join('\n')}\n`;
}

const detailLines = ({ label, value, was }: Detail) =>
  was ? `${label}: ${value}\n  (before: ${was})` : `${label}: ${value}`;

/** A message whose links are resolved or left out. */
export type KeylessMessage = Omit<EmailMessage, 'button'> & {
  button?: { label: string; url: string };
};

/** A message with everything that renderers need around it. */
export interface Page {
  message: KeylessMessage;
  site: Site;
  /** The address of the logo's picture. */
  logoSource?: string;
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
