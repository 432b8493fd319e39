import { expect, it } from 'vitest';
import { milesBetween, toPlane } from './plane.ts';

const spots = {
  penzance: { latitude: 50.1186, longitude: -5.5371 },
  thurso: { latitude: 58.5936, longitude: -3.5221 },
  derry: { latitude: 54.9981, longitude: -7.3093 },
  lowestoft: { latitude: 52.4752, longitude: 1.7516 },
  lerwick: { latitude: 60.155, longitude: -1.145 },
  stHelier: { latitude: 49.1839, longitude: -2.1066 },
};

// Great-circle distances by the haversine formula with a radius of 6,371 km.
it.each([
  ['penzance', 'thurso', 591.1],
  ['derry', 'lowestoft', 408.9],
  ['lerwick', 'stHelier', 759.0],
] as const)('the distance from %s to %s is right to half a per cent', (one, other, miles) => {
  const found = milesBetween(toPlane(spots[one]), toPlane(spots[other]));
  expect(Math.abs(found - miles) / miles).toBeLessThan(0.005);
});

it('a position on the plane has positive coordinates', () => {
  for (const spot of Object.values(spots)) {
    const { x, y } = toPlane(spot);
    expect(Math.min(x, y)).toBeGreaterThan(0);
  }
});
