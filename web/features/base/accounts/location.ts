import { countries } from '#contract/base/accounts.ts';

interface CityAndCountry {
  city: string;
  country: (typeof countries)[number];
}

/** City and country from 'Keswick, United Kingdom'; a location without one of the countries is all city. */
export function splitLocation(location: string | null): CityAndCountry {
  const text = location ?? '';
  const country = countries.find((each) => text.endsWith(`, ${each}`));
  return country
    ? { city: text.slice(0, -country.length - 2), country }
    : { city: text, country: 'United Kingdom' };
}

/** As others read it: that a country is some other says nothing. */
export const shownLocation = (location: string): string => location.replace(/, Other$/, '');

/** How it is kept; a country alone is none. */
export const joinLocation = ({ city, country }: CityAndCountry): string =>
  city ? `${city}, ${country}` : '';
