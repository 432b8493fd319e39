// Makes the file for POSTCODES: where each postcode sector is. docs/self-hosting.md says where
// to get the sources.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  pointsOfGreatBritain,
  pointsOfNorthernIreland,
  sectorLines,
} from '../server/platform/geo/sectors.ts';

const [target, folder, northernIreland] = process.argv.slice(2);
if (!target || !folder) {
  console.error(
    'Usage: node scripts/make-postcodes.mjs TARGET CODE-POINT-FOLDER [NORTHERN-IRELAND.csv]',
  );
  process.exit(2);
}

const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
const points = files.flatMap((name) =>
  pointsOfGreatBritain(readFileSync(join(folder, name), 'utf8')),
);
const all = northernIreland
  ? points.concat(pointsOfNorthernIreland(readFileSync(northernIreland, 'utf8')))
  : points;
const lines = sectorLines(all);
const year = new Date().getFullYear();
const sources = [
  `Contains OS data © Crown copyright and database right ${year}`,
  `Royal Mail data © Royal Mail copyright and database right ${year}`,
  ...(northernIreland ? ['public sector information under the Open Government Licence v3.0'] : []),
];
const head = `# Source: ${sources.join(', ')}\n# sector,latitude,longitude`;
writeFileSync(target, `${head}\n${lines.join('\n')}\n`);
console.log(`${lines.length} sectors in ${target}`);
