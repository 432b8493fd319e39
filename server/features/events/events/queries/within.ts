import { sql } from 'drizzle-orm';
import { boundParam } from '#platform/db/fast/statements.ts';
import { metresPerMile, type Position } from '#platform/geo/plane.ts';
import type { Viewer } from '#platform/viewer.ts';
import { positions, squareMark, squareSizes } from '../tables.ts';
import { isLocal, type Vicinity } from './near.ts';

/** Short distances are covered by small squares, so that few events in them are too far away. */
const longestInSmallSquares = 10;

export const squareSizeFor = (miles: number) =>
  miles <= longestInSmallSquares ? squareSizes[0] : squareSizes[1];

/** Lists the squares that a circle touches, as their columns and rows. */
export function squaresWithin({ x, y }: Position, miles: number) {
  const size = squareSizeFor(miles);
  const radius = miles * metresPerMile;
  const [columns, rows]: [number[], number[]] = [[], []];
  for (
    let column = squareIndex(x - radius, size);
    column <= squareIndex(x + radius, size);
    column += 1
  ) {
    for (let row = squareIndex(y - radius, size); row <= squareIndex(y + radius, size); row += 1) {
      if (Math.hypot(distanceToSquare(x, column, size), distanceToSquare(y, row, size)) > radius)
        continue;
      columns.push(column);
      rows.push(row);
    }
  }
  return { columns, rows };
}

const squareIndex = (metres: number, size: number) => Math.max(0, Math.floor(metres / size));

/** How far a coordinate is from a square's column or row. */
const distanceToSquare = (metres: number, index: number, size: number) =>
  Math.max(0, index * size - metres, metres - (index + 1) * size);

/**
 * Finds the events within a distance, where the viewer may know that they are. Each square has its
 * events in order of time in an index, so a page reads a few rows of each square, however many events
 * there are.
 */
export function vicinityBySquare(viewer: Pick<Viewer, 'id'> | null, miles: number): Vicinity {
  const size = squareSizeFor(miles);
  const position = viewer ? 'venue' : 'shown';
  const { x, y } = positions[position];
  const side = sql.raw(String(size));
  const isWithin = sql`(${x} - ${boundParam('centreX', 'int')})::float8 ^ 2
    + (${y} - ${boundParam('centreY', 'int')})::float8 ^ 2 <= ${boundParam('radius', 'float8')} ^ 2`;
  return {
    letters: `s${size / 1000}${viewer ? 'v' : ''}`,
    places: () =>
      sql`select x, y from unnest(${boundParam('columns', 'int[]')}, ${boundParam('rows', 'int[]')}) place(x, y)`,
    mark: squareMark({ position, size }, sql`place.x`, sql`place.y`),
    isThere: sql`${x} is not null and ${x} / ${side} = place.x and ${y} / ${side} = place.y`,
    exactly: isWithin,
    match: sql`coalesce(${isWithin}, false) and ${isLocal}`,
  };
}

/** The placeholders of these conditions. */
export const squareValues = (centre: Position, miles: number) => ({
  ...squaresWithin(centre, miles),
  centreX: centre.x,
  centreY: centre.y,
  radius: miles * metresPerMile,
});
