import type { Group, GroupCard } from '#contract/community/groups.ts';
import type { CachedKind } from '#web/platform/data/known.ts';

/** The queries whose data contains groups. */
export const cachedGroups: CachedKind<Group | GroupCard> = {
  address: /^\/api\/(groups(\?|$|\/\d+$)|user\/groups)/,
};
