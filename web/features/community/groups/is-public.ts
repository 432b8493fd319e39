import type { GroupCard } from '#contract/community/groups.ts';

/** Tells whether everybody sees the group, also while an edit of it awaits approval. */
export const isPublic = ({ status, editPending }: Pick<GroupCard, 'status' | 'editPending'>) =>
  status === 'approved' || editPending === true;
