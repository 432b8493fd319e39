interface Part {
  text: string;
  is: 'same' | 'removed' | 'added';
}

export interface Piece extends Part {
  /** Its index among the pieces. */
  at: number;
}

/** With more pairs of words, the comparison is too slow, and the middle shows as replaced. */
const maxPairs = 4_000_000;

const wordsOf = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

/**
 * Compares two texts word by word. Pieces that aren't `added` make up `before`; those not
 * `removed`, `after`.
 */
export function wordDiff(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const first = old.findIndex((word, at) => word !== now[at]);
  const start = first === -1 ? Math.min(old.length, now.length) : first;
  let ends = 0;
  while (
    ends < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - ends] === now[now.length - 1 - ends]
  ) {
    ends += 1;
  }
  const middle = compareWords(
    old.slice(start, old.length - ends),
    now.slice(start, now.length - ends),
  );
  return joinPieces([
    ...old.slice(0, start).map((text) => ({ text, is: 'same' as const })),
    ...middle,
    ...old.slice(old.length - ends).map((text) => ({ text, is: 'same' as const })),
  ]);
}

function compareWords(old: string[], now: string[]): Part[] {
  if (old.length * now.length > maxPairs) {
    return [
      { text: old.join(''), is: 'removed' },
      { text: now.join(''), is: 'added' },
    ];
  }
  const common = commonLengths(old, now);
  const at = (i: number, j: number) => common[i * (now.length + 1) + j] ?? 0;
  const pieces: Part[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]];
    if (removed !== undefined && removed === added) {
      pieces.push({ text: removed, is: 'same' });
      i += 1;
      j += 1;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ text: removed, is: 'removed' });
      i += 1;
    } else {
      pieces.push({ text: added ?? '', is: 'added' });
      j += 1;
    }
  }
  return pieces;
}

/** Returns the longest common subsequence's length from each pair of positions on. */
function commonLengths(old: string[], now: string[]): Uint16Array {
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const [below, right] = [common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0];
      const diagonal = (common[(i + 1) * width + j + 1] ?? 0) + 1;
      common[i * width + j] = old[i] === now[j] ? diagonal : Math.max(below, right);
    }
  }
  return common;
}

/** Joins neighbouring pieces of the same kind. */
function joinPieces(pieces: Part[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.is === piece.is) last.text += piece.text;
    else result.push({ ...piece, at: result.length });
  }
  return result;
}
