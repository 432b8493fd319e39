import { countries } from '../../../contract/accounts.ts';

interface Place {
  city: string;
  country: (typeof countries)[number];
}

/** City and country from 'Keswick, United Kingdom'; a place without one of the countries is all city. */
export function placeOf(location: string | null): Place {
  const text = location ?? '';
  const country = countries.find((each) => text.endsWith(`, ${each}`));
  return country
    ? { city: text.slice(0, -country.length - 2), country }
    : { city: text, country: 'United Kingdom' };
}

/** As others read it: that a country is some other says nothing. */
export const shownPlace = (location: string): string => location.replace(/, Other$/, '');

/** How a place is kept; a country alone is none. */
export const locationOf = ({ city, country }: Place): string => (city ? `${city}, ${country}` : '');
