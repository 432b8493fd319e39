import type { GroupCard } from '#contract/community/groups.ts';

/** Returns whether everybody can see the group, even while an edit of it awaits approval. */
export const isPublic = ({ status, editPending }: Pick<GroupCard, 'status' | 'editPending'>) =>
  status === 'approved' || editPending === true;
