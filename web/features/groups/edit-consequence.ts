import type { Group } from '../../../contract/groups.ts';

/** What comes of saving an edit. */
export function consequenceOfEdit({
  reviewedOnEdit,
  status,
}: Pick<Group, 'reviewedOnEdit' | 'status'>): string {
  if (!reviewedOnEdit) return 'The changes show at once.';
  return status === 'approved'
    ? 'An admin looks at the group again after you save. Until then only its members can see it.'
    : 'An admin looks at the group as you save it here.';
}
