import type { Group } from '#contract/community/groups.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';

/** Words the effect of saving an edit. */
export function consequenceOfEdit({
  reviewedOnEdit,
  ...group
}: Pick<Group, 'reviewedOnEdit' | 'status' | 'editPending'>): string {
  if (!reviewedOnEdit) return 'The changes show at once.';
  return isPublic(group)
    ? 'An admin looks at your changes after you save. Until they are approved, everyone else sees the group as it is now.'
    : 'An admin looks at the group as you save it here.';
}
