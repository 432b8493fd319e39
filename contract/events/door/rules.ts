import { maxWalkInPeople } from '#contract/platform/limits.ts';
import type { DoorCounts, DoorParty } from '../arrivals.ts';

/** More than expected may come along, but a slip of the finger is no crowd. */
export const maxHere = (people: number): number =>
  Math.max(people, Math.min(people + 5, maxWalkInPeople));

/** Counts the people at a door, for the server and for a phone without a network. */
export function countsOf(parties: readonly DoorParty[]): DoorCounts {
  const counts = { expected: 0, here: 0, walkIns: 0 };
  for (const { kind, status, people, here } of parties) {
    counts.here += here;
    if (kind === 'walk_in') counts.walkIns += here;
    else if (status === 'going') counts.expected += people;
  }
  return counts;
}
