import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { FilterText } from '#contract/platform/values.ts';

export const shortestLocation = 3;
export const locationSuggestions = 6;

export const Suggestion = z.strictObject({
  placeId: z.string(),
  /** The full name: `Bath, Bath and North East Somerset, England`. */
  description: z.string().meta({ examples: ['Bath, Bath and North East Somerset, England'] }),
  /** The first part. */
  mainText: z.string(),
  /** The remaining parts. */
  secondaryText: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const suggestLocations = endpoint('GET /api/locations', {
  summary: 'Suggest towns and places for typed text',

  access: 'anyone',
  query: z.object({ q: FilterText }),
  response: z.array(Suggestion),
});

/** Empty if the text names a town or a region. */
export const suggestSpellings = endpoint('GET /api/locations/spellings', {
  summary: 'Suggest towns with similar spelling',

  access: 'anyone',
  query: z.object({ q: FilterText }),
  response: z.array(z.string()),
});

/** True for a town or a region that `near` looks around. */
export const findKnownPlace = endpoint('GET /api/places/known', {
  summary: 'Tell whether a place is known',

  access: 'anyone',
  query: z.object({ q: FilterText }),
  response: z.boolean(),
});

/** A place that lists can be limited to the surroundings of. */
export const Place = z.strictObject({ label: z.string(), kind: z.enum(['town', 'postcode']) });
export type Place = z.infer<typeof Place>;

/** Each label can be sent as `near`. */
export const suggestPlaces = endpoint('GET /api/places', {
  summary: 'Suggest towns and postcodes',

  access: 'anyone',
  query: z.object({ q: FilterText }),
  response: z.array(Place),
});
