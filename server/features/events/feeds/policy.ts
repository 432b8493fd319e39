import type { Membership } from '#contract/community/membership.ts';
import { groupVisible, type GroupFacts } from '#features/community/membership/policy.ts';

interface OwnEntry {
  endTime: Date;
  going: boolean;
  group: GroupFacts;
  membership: Membership | null;
}

/**
 * Tells whether a member's calendar feed contains an event that they attend or wait for: only while
 * they may see it. Waiting ends with the event, and hidden events never appear. The feed shows what
 * a member may see, even to an admin, because anyone with its address can read it.
 */
export const isInOwnFeed = (userId: string, event: OwnEntry, now: Date): boolean =>
  event.group.status !== 'hidden' &&
  groupVisible({ id: userId, role: 'user' }, event.group, event.membership) &&
  (event.going || event.endTime > now);
