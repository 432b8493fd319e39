import { countries } from '#contract/base/place-names.ts';

interface CityAndCountry {
  city: string;
  country: (typeof countries)[number];
}

/**
 * Splits 'Keswick, United Kingdom' into city and country. A location without a known country is all
 * city.
 */
export function splitLocation(location: string | null): CityAndCountry {
  const text = location ?? '';
  const country = countries.find((each) => text.endsWith(`, ${each}`));
  return country
    ? { city: text.slice(0, -country.length - 2), country }
    : { city: text, country: 'United Kingdom' };
}

/** Formats a location for other people, without the country 'Other'. */
export const publicLocation = (location: string): string => location.replace(/, Other$/, '');

/** Joins city and country as the API stores them; empty without a city. */
export const joinLocation = ({ city, country }: CityAndCountry): string =>
  city ? `${city}, ${country}` : '';
