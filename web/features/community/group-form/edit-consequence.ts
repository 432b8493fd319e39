import type { Group } from '#contract/community/groups.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';

/** Explains the effect of saving an edit. */
export function consequenceOfEdit({
  reviewedOnEdit,
  ...group
}: Pick<Group, 'reviewedOnEdit' | 'status' | 'editPending'>): string {
  if (!reviewedOnEdit) return 'Everyone sees your changes straight away.';
  return isPublic(group)
    ? "An admin checks your changes after you save. Until they're approved, everyone else sees the group as it is now."
    : 'An admin checks the group after you save.';
}
