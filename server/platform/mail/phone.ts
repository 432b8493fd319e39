const international = /^\+[1-9]\d{7,14}$/;

/**
 * 07 and nine digits. 070 is a personal number that forwards calls, 076 a pager, except the Isle of
 * Man's 07624.
 */
const ukMobile = /^07(?:[1-57-9]\d{8}|624\d{6})$/;

/**
 * Normalises a phone number to E.164: any number with its country, and mobiles of the United
 * Kingdom without. Returns undefined for a number that can't get texts.
 */
export function toE164(written: string): string | undefined {
  const digits = written
    .replace(/\(0\)/g, '')
    .replace(/[\s().\-/\u2010-\u2015\u00a0]/g, '')
    .replace(/^00/, '+');
  if (digits.startsWith('+440')) return toE164(`+44${digits.slice(4)}`);
  if (digits.startsWith('+44')) return toE164(`0${digits.slice(3)}`);
  if (ukMobile.test(digits)) return `+44${digits.slice(1)}`;
  return international.test(digits) ? digits : undefined;
}
