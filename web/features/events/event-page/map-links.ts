export const maps = ['OpenStreetMap', 'Google Maps', 'Apple Maps'] as const;
export type MapName = (typeof maps)[number];

const searches: Record<MapName, (place: string) => string> = {
  OpenStreetMap: (place) => `https://www.openstreetmap.org/search?query=${place}`,
  'Google Maps': (place) => `https://www.google.com/maps/search/?api=1&query=${place}`,
  'Apple Maps': (place) => `https://maps.apple.com/?q=${place}`,
};

/** Links to a map search for the venue, and for the town unless the venue names it. */
export function mapLink(
  map: MapName,
  { location, town }: { location: string; town: string | null },
) {
  const isNamed = town === null || location.toLowerCase().includes(town.toLowerCase());
  return searches[map](encodeURIComponent(isNamed ? location : `${location}, ${town}`));
}

export const isMap = (name: string | null): name is MapName => maps.some((each) => each === name);
