/** No schema stands here: the frame of every page reads these names. */

export const countries = ['United Kingdom', 'Ireland', 'Other'] as const;

/** Required wherever suggestions are shown, by the licence of the place names. */
export const placeNamesCredit = 'Place names: GeoNames, CC BY 4.0';
const openStreetMap = 'Place names: © OpenStreetMap contributors';

/** The source of the names: an outside search service has other authors. */
export const attributionOf = ({ placeId }: { placeId: string }): string =>
  placeId.startsWith('osm:') ? openStreetMap : placeNamesCredit;
