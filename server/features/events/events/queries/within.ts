import { sql } from 'drizzle-orm';
import { boundParam } from '#platform/db/fast/statements.ts';
import { metresPerMile, type Position } from '#platform/geo/plane.ts';
import { events, squareSizes } from '../tables.ts';
import { isLocal, type Vicinity } from './near.ts';

/** Short distances are covered by small squares, so that few events in them are too far away. */
const longestInSmallSquares = 10;

export const squareSizeFor = (miles: number): number =>
  miles <= longestInSmallSquares ? squareSizes[0] : squareSizes[1];

/** Lists the squares that a circle touches, as their columns and rows. */
export function squaresWithin({ x, y }: Position, miles: number) {
  const size = squareSizeFor(miles);
  const radius = miles * metresPerMile;
  const [columns, rows]: [number[], number[]] = [[], []];
  for (let column = at(x - radius, size); column <= at(x + radius, size); column += 1) {
    for (let row = at(y - radius, size); row <= at(y + radius, size); row += 1) {
      if (Math.hypot(gap(x, column, size), gap(y, row, size)) > radius) continue;
      columns.push(column);
      rows.push(row);
    }
  }
  return { columns, rows };
}

const at = (metres: number, size: number) => Math.max(0, Math.floor(metres / size));

/** How far a coordinate is from a square's column or row. */
const gap = (metres: number, index: number, size: number) =>
  Math.max(0, index * size - metres, metres - (index + 1) * size);

const isWithin = sql`(${events.easting} - ${boundParam('centreX', 'int')})::float8 ^ 2
  + (${events.northing} - ${boundParam('centreY', 'int')})::float8 ^ 2 <= ${boundParam('radius', 'float8')} ^ 2`;

/**
 * Finds the events within a distance. Each square has its events in order of time in an index, so a
 * page reads a few rows of each square, however many events there are.
 */
export function vicinityBySquare(miles: number): Vicinity {
  const size = sql.raw(String(squareSizeFor(miles)));
  return {
    letters: `s${squareSizeFor(miles) / 1000}`,
    places: () =>
      sql`select x, y from unnest(${boundParam('columns', 'int[]')}, ${boundParam('rows', 'int[]')}) place(x, y)`,
    isThere: sql`${events.easting} is not null and ${events.easting} / ${size} = place.x and ${events.northing} / ${size} = place.y`,
    exactly: isWithin,
    match: sql`coalesce(${isWithin}, false) and ${isLocal}`,
    samples: true,
  };
}

/** The placeholders of these conditions. */
export const squareValues = (centre: Position, miles: number) => ({
  ...squaresWithin(centre, miles),
  centreX: centre.x,
  centreY: centre.y,
  radius: miles * metresPerMile,
});
