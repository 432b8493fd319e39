import type { Letter, Site } from './letter.ts';

/** A letter with all that stands around it; what the renderers draw. */
export interface Page {
  letter: Letter;
  site: Site;
  greeting: string;
  signature: string;
  /** Why it was sent. */
  reason: string;
  links: { label: string; url: string }[];
}

const longestSubject = 150;

/** Text for a header or a title: no control character, line or paragraph end survives. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** The subject as it is sent. */
export function subjectOf({ subject }: Pick<Letter, 'subject'>): string {
  const signs = [...oneLine(subject)];
  return signs.length > longestSubject
    ? `${signs.slice(0, longestSubject - 1).join('')}…`
    : signs.join('');
}
