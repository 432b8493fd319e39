import type { Endpoint } from '#contract/platform/endpoint.ts';
import { writeWeight } from '#contract/platform/limits.ts';

type Weighed = Pick<Endpoint, 'rate' | 'rows' | 'bodyLimit'>;

/** Returns the points of a call by the text it may write, in rows of the database. */
export function weightOf({ rate, rows = 1, bodyLimit }: Weighed, body: unknown): number {
  // A picture is stored as a file with its own size limit.
  if (rate !== 'write' || bodyLimit) return 1;
  const { charactersOfPoint, charactersOfRow } = writeWeight;
  const written = rows * (charactersOfRow + charactersIn(body));
  return 1 + Math.floor(written / charactersOfPoint);
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + charactersIn(part), 0);
}
