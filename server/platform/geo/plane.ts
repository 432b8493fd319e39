/** A place in whole metres on a plane that covers the United Kingdom and the islands around it. */
export interface Position {
  x: number;
  y: number;
}

export const metresPerMile = 1_609.344;

const earthRadius = 6_371_000;
/** The meridian and the parallel of the origin, in degrees, as of the British National Grid. */
const planeOrigin = { longitude: -2, latitude: 49 };
/** Keeps all coordinates positive. */
const falseOrigin = { x: 600_000, y: 100_000 };

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Projects by the transverse Mercator projection of a sphere (Snyder, 'Map Projections: A Working
 * Manual', 1987, page 58). Distances on the plane are right to half a per cent.
 */
export function toPlane({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): Position {
  const [phi, lambda] = [toRadians(latitude), toRadians(longitude - planeOrigin.longitude)];
  const b = Math.cos(phi) * Math.sin(lambda);
  const x = earthRadius * Math.atanh(b);
  const y =
    earthRadius * (Math.atan2(Math.tan(phi), Math.cos(lambda)) - toRadians(planeOrigin.latitude));
  return { x: Math.round(x + falseOrigin.x), y: Math.round(y + falseOrigin.y) };
}

/** The distance in miles, as the crow flies. */
export const milesBetween = (one: Position, other: Position): number =>
  Math.hypot(one.x - other.x, one.y - other.y) / metresPerMile;
