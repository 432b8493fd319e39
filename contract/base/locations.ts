import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { FilterText } from '#contract/platform/values.ts';

export const shortestLocation = 3;
export const locationSuggestions = 6;

/** To be shown wherever suggestions are: the licence of the place names asks for it. */
export const attribution = 'Place names: GeoNames, CC BY 4.0';
const openStreetMap = 'Place names: © OpenStreetMap contributors';

export const Suggestion = z.strictObject({
  placeId: z.string(),
  /** The whole: `Bath, Bath and North East Somerset, England`. */
  description: z.string(),
  /** Its first part. */
  mainText: z.string(),
  /** The rest. */
  secondaryText: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** Whose the names are: an outside search service's have other authors. */
export const attributionOf = ({ placeId }: Suggestion): string =>
  placeId.startsWith('osm:') ? openStreetMap : attribution;

export const suggestLocations = endpoint('GET /api/locations', {
  summary: 'Suggest towns and places for typed text',

  access: 'anyone',
  query: z.object({ q: FilterText }),
  response: z.array(Suggestion),
});

/** None where the text names a town or a region. */
export const suggestSpellings = endpoint('GET /api/locations/spellings', {
  summary: 'Suggest towns with similar spelling',

  access: 'anyone',
  query: z.object({ q: FilterText }),
  response: z.array(z.string()),
});
