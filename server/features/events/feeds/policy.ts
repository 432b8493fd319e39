import type { Membership } from '#contract/community/membership.ts';
import { groupVisible, type GroupFacts } from '#features/community/membership/policy.ts';

interface OwnEntry {
  endTime: Date;
  going: boolean;
  group: GroupFacts;
  membership: Membership | null;
}

/**
 * Whether an event that somebody goes to or waits for stands in their calendar: while they may see it, and nobody waits
 * for what is over; what is hidden stands in none. Whoever holds the address reads as a member, though its owner be an admin.
 */
export const isInOwnFeed = (userId: string, event: OwnEntry, now: Date): boolean =>
  event.group.status !== 'hidden' &&
  groupVisible({ id: userId, role: 'user' }, event.group, event.membership) &&
  (event.going || event.endTime > now);
