import type { Membership } from '../../../contract/membership.ts';
import { createEventRefusal } from '../groups/policy.ts';
import { notFound, type Refusal } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { groupVisible, type GroupFacts } from '../membership/policy.ts';

/** Who looks after a group's series: its organisers, and admins. */
export const keepSeriesRefusal = (viewer: Viewer, membership: Membership | null): Refusal | null =>
  viewer.role === 'admin' ? null : createEventRefusal(membership);

/** A series is there for whoever may see its group. */
export const seeSeriesRefusal = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: Membership | null,
): Refusal | null => (groupVisible(viewer, group, membership) ? null : notFound('Series'));
