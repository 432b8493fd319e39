import type { ChildHere, Who } from '#contract/events/household.ts';

/**
 * Returns who comes with the member's own answer. Before one (`self` is null) it suggests the
 * children where the event is for them, and else the member.
 */
export function whoComes(household: ChildHere[], self: boolean | null, forChildren: boolean): Who {
  const own = household.filter(
    ({ status, answeredBy }) => !answeredBy && (self === null ? forChildren : status),
  );
  return { self: self ?? own.length === 0, household: own.map(({ id }) => id) };
}

export const countOf = ({ self, household }: Who): number => Number(self) + household.length;
