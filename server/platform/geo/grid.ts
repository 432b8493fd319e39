// The British National Grid to WGS84, by 'A guide to coordinate systems in Great Britain' of
// Ordnance Survey, annexes B and C. Right to about five metres.

interface Ellipsoid {
  a: number;
  b: number;
}

interface Point {
  x: number;
  y: number;
  z: number;
}

interface Degrees {
  latitude: number;
  longitude: number;
}

const radians = Math.PI / 180;
const airyEllipsoid = { a: 6_377_563.396, b: 6_356_256.909 };
const wgs84 = { a: 6_378_137, b: 6_356_752.3142 };
const scaleFactor = 0.9996012717;
const trueOrigin = { latitude: 49 * radians, longitude: -2 * radians };
const falseOrigin = { easting: 400_000, northing: -100_000 };
/** From OSGB36 to WGS84: metres, arc seconds, parts per million. */
const helmertParameters = {
  x: 446.448,
  y: -125.157,
  z: 542.06,
  rx: 0.1502,
  ry: 0.247,
  rz: 0.8421,
  s: -20.4894,
};

/** Returns the latitude and longitude of a point of the grid, in degrees. */
export function gridToDegrees(easting: number, northing: number): Degrees {
  const { latitude, longitude } = onAiry(easting, northing);
  return toEllipsoidal(shiftDatum(toCartesian(latitude, longitude, airyEllipsoid)), wgs84);
}

function onAiry(easting: number, northing: number) {
  const { a, b } = airyEllipsoid;
  const e2 = 1 - (b * b) / (a * a);
  let latitude = trueOrigin.latitude;
  let rest = northing - falseOrigin.northing;
  do {
    latitude += rest / (a * scaleFactor);
    rest = northing - falseOrigin.northing - meridianArc(latitude);
  } while (Math.abs(rest) > 0.00001);
  const sin2 = Math.sin(latitude) ** 2;
  const nu = (a * scaleFactor) / Math.sqrt(1 - e2 * sin2);
  const rho = (a * scaleFactor * (1 - e2)) / (1 - e2 * sin2) ** 1.5;
  const eta2 = nu / rho - 1;
  const tan = Math.tan(latitude);
  const [t2, t4, t6] = [tan ** 2, tan ** 4, tan ** 6];
  const sec = 1 / Math.cos(latitude);
  const d = easting - falseOrigin.easting;
  const vii = tan / (2 * rho * nu);
  const viii = (tan / (24 * rho * nu ** 3)) * (5 + 3 * t2 + eta2 - 9 * t2 * eta2);
  const ix = (tan / (720 * rho * nu ** 5)) * (61 + 90 * t2 + 45 * t4);
  const x = sec / nu;
  const xi = (sec / (6 * nu ** 3)) * (nu / rho + 2 * t2);
  const xii = (sec / (120 * nu ** 5)) * (5 + 28 * t2 + 24 * t4);
  const xiia = (sec / (5040 * nu ** 7)) * (61 + 662 * t2 + 1320 * t4 + 720 * t6);
  return {
    latitude: latitude - vii * d ** 2 + viii * d ** 4 - ix * d ** 6,
    longitude: trueOrigin.longitude + x * d - xi * d ** 3 + xii * d ** 5 - xiia * d ** 7,
  };
}

/** The arc of the meridian from the true origin, in metres of the grid. */
function meridianArc(latitude: number): number {
  const { a, b } = airyEllipsoid;
  const n = (a - b) / (a + b);
  const [minus, plus] = [latitude - trueOrigin.latitude, latitude + trueOrigin.latitude];
  return (
    b *
    scaleFactor *
    ((1 + n + 1.25 * n ** 2 + 1.25 * n ** 3) * minus -
      (3 * n + 3 * n ** 2 + 2.625 * n ** 3) * Math.sin(minus) * Math.cos(plus) +
      (1.875 * n ** 2 + 1.875 * n ** 3) * Math.sin(2 * minus) * Math.cos(2 * plus) -
      (35 / 24) * n ** 3 * Math.sin(3 * minus) * Math.cos(3 * plus))
  );
}

function toCartesian(latitude: number, longitude: number, { a, b }: Ellipsoid): Point {
  const e2 = 1 - (b * b) / (a * a);
  const nu = a / Math.sqrt(1 - e2 * Math.sin(latitude) ** 2);
  return {
    x: nu * Math.cos(latitude) * Math.cos(longitude),
    y: nu * Math.cos(latitude) * Math.sin(longitude),
    z: (1 - e2) * nu * Math.sin(latitude),
  };
}

function shiftDatum({ x, y, z }: Point): Point {
  const s = 1 + helmertParameters.s / 1e6;
  const turn = (seconds: number) => (seconds / 3600) * radians;
  const [rx, ry, rz] = [
    turn(helmertParameters.rx),
    turn(helmertParameters.ry),
    turn(helmertParameters.rz),
  ];
  return {
    x: helmertParameters.x + s * x - rz * y + ry * z,
    y: helmertParameters.y + rz * x + s * y - rx * z,
    z: helmertParameters.z - ry * x + rx * y + s * z,
  };
}

function toEllipsoidal({ x, y, z }: Point, { a, b }: Ellipsoid): Degrees {
  const e2 = 1 - (b * b) / (a * a);
  const p = Math.hypot(x, y);
  let latitude = Math.atan2(z, p * (1 - e2));
  for (let round = 0; round < 10; round += 1) {
    const nu = a / Math.sqrt(1 - e2 * Math.sin(latitude) ** 2);
    latitude = Math.atan2(z + e2 * nu * Math.sin(latitude), p);
  }
  return { latitude: latitude / radians, longitude: Math.atan2(y, x) / radians };
}
