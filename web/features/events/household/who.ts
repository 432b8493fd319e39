import type { ChildHere, Who } from '#contract/events/household.ts';

interface Answered {
  /** Whether the member has answered, or waits for a place. */
  hasAnswered: boolean;
  who?: Who | undefined;
  household?: ChildHere[] | undefined;
  /** Whether the event is for under 18s. */
  forChildren: boolean;
}

/**
 * Returns who comes with the member's own answer. Before one it suggests the children where the
 * event is for them, and else the member.
 */
export function whoComes({ hasAnswered, who, household = [], forChildren }: Answered): Who {
  const free = household.filter(({ answeredBy }) => answeredBy === null);
  const own = free.filter(({ status }) => status !== null).map(({ id }) => id);
  if (hasAnswered) return { self: who?.self ?? true, household: own };
  const suggested = forChildren ? free.map(({ id }) => id) : [];
  return { self: suggested.length === 0, household: suggested };
}

export const countOf = ({ self, household }: Who): number => Number(self) + household.length;
