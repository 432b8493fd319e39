/** Shortens 'Newport, Isle of Wight' to 'Newport'. */
export const townOf = (place: string) => place.split(',')[0]?.trim() ?? place;

/** 'Near Leeds', or 'Within 5 miles of TR18'. */
export const nearInWords = (near: string, within: string | undefined): string =>
  within
    ? `Within ${within === '1' ? '1 mile' : `${within} miles`} of ${townOf(near)}`
    : `Near ${townOf(near)}`;

/** '2.4 miles away'. */
export function milesAway(miles: number): string {
  if (miles < 1) return 'Less than a mile away';
  return miles === 1 ? '1 mile away' : `${miles} miles away`;
}
