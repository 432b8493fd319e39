import { notFound, type Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The ways in which the viewer and a member are connected. */
export interface ProfileFacts {
  id: string;
  isActive: boolean;
  /** Both are approved members of one group. */
  sharesGroup: boolean;
  /** The member asks to join a group that the viewer organises. */
  asksToJoin: boolean;
  /** The member attends or attended an event where the viewer may read names. */
  goesToVisibleEvent: boolean;
  /** One of the two has blocked the other. */
  isApart: boolean;
}

/**
 * A connected member's profile is visible unless one has blocked the other; only admins see that of
 * a banned member.
 */
export function seeProfileRefusal(viewer: Viewer, member: ProfileFacts): Refusal | null {
  if (member.id === viewer.id || viewer.role === 'admin') return null;
  const isMet = member.sharesGroup || member.asksToJoin || member.goesToVisibleEvent;
  return member.isActive && isMet && !member.isApart ? null : notFound('Member');
}
