import type { GroupCard } from '#contract/community/groups.ts';

/** Returns whether the group has a question for people who ask to join. */
export const asksToJoin = ({
  joinPolicy,
  joinQuestion,
}: Pick<GroupCard, 'joinPolicy' | 'joinQuestion'>) =>
  joinPolicy === 'approval' && joinQuestion !== null;
