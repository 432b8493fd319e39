/**
 * Counts the letters to add, drop, replace or swap with the next one (optimal string alignment). It
 * stops early and returns a number above `most` once there are more.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [older, previous]: [number[], number[]] = [[], [...other, ''].map((_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const current = nextRow(one, other, row, previous, older);
    if (Math.min(...current) > most) return most + 1;
    [older, previous] = [previous, current];
  }
  return previous[other.length] ?? most + 1;
}

function nextRow(one: string, other: string, row: number, previous: number[], older: number[]) {
  const current = [row];
  for (let column = 1; column <= other.length; column++) {
    const isSame = one[row - 1] === other[column - 1];
    const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
    current[column] = Math.min(
      cellAt(previous, column) + 1,
      cellAt(current, column - 1) + 1,
      cellAt(previous, column - 1) + (isSame ? 0 : 1),
      isSwapped ? cellAt(older, column - 2) + 1 : Infinity,
    );
  }
  return current;
}

const cellAt = (row: number[], column: number) => row[column] ?? Infinity;
