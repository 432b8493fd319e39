import { expect, it } from 'vitest';
import { gridToDegrees } from './grid.ts';
import { readSectors } from './postcodes.ts';
import { pointsOfGreatBritain, pointsOfNorthernIreland, sectorLines } from './sectors.ts';

it('the converter reads a point of the British National Grid', () => {
  // The example of Ordnance Survey's guide, annex C, moved to WGS84.
  const { latitude, longitude } = gridToDegrees(651_409.903, 313_177.27);
  expect(latitude).toBeCloseTo(52.65798, 4);
  expect(longitude).toBeCloseTo(1.71605, 4);
});

it('the file of sectors takes the median of each sector, without postcodes that have no position', () => {
  const points = pointsOfGreatBritain(
    [
      '"TR184AB",10,147100,30300,"E92000001"',
      '"TR184AD",10,147200,30400,"E92000001"',
      '"TR184AE",10,147300,30500,"E92000001"',
      '"TR184ZZ",90,0,0,"E92000001"',
      '"TR185AA",10,146000,29000,"E92000001"',
    ].join('\n'),
  );
  const lines = sectorLines(points);
  expect(lines.map((line) => line.split(',')[0])).toEqual(['TR18 4', 'TR18 5']);
  const [latitude, longitude] = lines[0]?.split(',').slice(1).map(Number) ?? [];
  expect(latitude).toBeCloseTo(50.118, 2);
  expect(longitude).toBeCloseTo(-5.537, 2);
  expect(readSectors(lines.join('\n')).size).toBe(2);
});

it('the file of sectors leaves out offices in Northern Ireland, and points elsewhere', () => {
  const office = ['BT1 1AA', 'BT2 1AA', 'BT3 1AA', 'BT4 1AA'].map((code) => `${code},54.6,-5.93`);
  const points = pointsOfNorthernIreland(
    ['Postcode,Latitude,Longitude', ...office, 'BT48 6HG,54.996,-7.32', 'BT48 6HH,0,0'].join('\n'),
  );
  expect(sectorLines(points)).toEqual(['BT48 6,54.9960,-7.3200']);
});
