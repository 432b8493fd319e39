import type { Audience, OpenTo } from '#contract/community/audience.ts';
import { invalid, type Refusal } from '#platform/refusal.ts';

interface EventChoice {
  openTo: OpenTo;
  audience: Audience;
}

/** Refuses an event open to anyone that is for under 18s, or whose group is. */
export function openToRefusal(
  { openTo, audience }: EventChoice,
  group: { audience: Audience },
): Refusal | null {
  if (openTo === 'members') return null;
  if (group.audience === 'under18') {
    return invalid({
      openTo: 'Groups for under 18s can’t open events to people without an account',
    });
  }
  return audience === 'under18'
    ? invalid({ openTo: 'Events for under 18s can’t be open to people without an account' })
    : null;
}

/** Returns the group's default, or members where the event can't be open to anyone. */
export const defaultOpenTo = (
  audience: Audience,
  group: { audience: Audience; defaultOpenTo: OpenTo },
): OpenTo =>
  openToRefusal({ openTo: group.defaultOpenTo, audience }, group) ? 'members' : group.defaultOpenTo;
