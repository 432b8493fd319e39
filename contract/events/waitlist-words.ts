import { formatMoment } from '#contract/platform/dates.ts';

/** 'Tue, 6:30 PM'; no date, since every offer ends within a week. */
export function formatOfferEnd(when: string | Date): string {
  const [day = '', hour = ''] = formatMoment(when).split(' • ');
  return `${day.split(',')[0]}, ${hour}`;
}

const ordinalEndings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinalRules = new Intl.PluralRules('en-GB', { type: 'ordinal' });

/** '1st', '2nd', '3rd', '4th', '11th' */
export const ordinal = (position: number): string =>
  `${position}${ordinalEndings[ordinalRules.select(position)]}`;

/** 'You are 3rd on the list' */
export const waitlistSentence = (position: number): string =>
  `You are ${ordinal(position)} on the list`;

/** 'A place is yours until Tue, 6:30 PM' */
export const offerSentence = (offerExpiresAt: string | Date): string =>
  `A place is yours until ${formatOfferEnd(offerExpiresAt)}`;
