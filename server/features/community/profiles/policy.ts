import { notFound, type Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Where the viewer meets a member. */
export interface ProfileFacts {
  id: string;
  isActive: boolean;
  /** Both are approved members of one group. */
  sharesGroup: boolean;
  /** The member waits to be let into a group that the viewer looks after. */
  asksToJoin: boolean;
  /** The member goes, or went, to an event that the viewer may see, names and all. */
  goesToVisibleEvent: boolean;
  /** One of the two has blocked the other. */
  isApart: boolean;
}

/** A card is there for those who meet its member and are kept apart by no block; that of somebody banned, for admins alone. */
export function seeProfileRefusal(viewer: Viewer, member: ProfileFacts): Refusal | null {
  if (member.id === viewer.id || viewer.role === 'admin') return null;
  const isMet = member.sharesGroup || member.asksToJoin || member.goesToVisibleEvent;
  return member.isActive && isMet && !member.isApart ? null : notFound('Member');
}
