import type { Membership } from '../../../contract/membership.ts';
import {
  groupVisible,
  handOverRefusal,
  joinRefusal,
  manageMembersRefusal,
  type GroupFacts,
} from '../membership/policy.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/http/route.ts';

export function editGroupRefusal(
  viewer: Viewer,
  group: GroupFacts,
  membership: Membership | null,
): Refusal | null {
  if (!groupVisible(viewer, group, membership)) return notFound('Group');
  return group.createdById === viewer.id || viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only the person who started this group can edit it');
}

/** Organisers create events, also while their group awaits approval. */
export const createEventRefusal = (membership: Membership | null): Refusal | null =>
  membership?.isOrganizer
    ? null
    : new Refusal('forbidden', 'Only organisers of this group can create events for it');

/** What the page offers; each by the rule that the call itself obeys. */
export const groupAbilities = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: Membership | null,
) => ({
  join: viewer !== null && !membership && joinRefusal(viewer, group, membership) === null,
  leave: membership !== null,
  createEvent: createEventRefusal(membership) === null,
  edit: viewer !== null && editGroupRefusal(viewer, group, membership) === null,
  manageMembers: viewer !== null && manageMembersRefusal(viewer, group, membership) === null,
  handOver: viewer !== null && handOverRefusal(viewer, group, membership) === null,
});
