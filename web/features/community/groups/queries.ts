import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import type { Group, GroupCard } from '#contract/community/groups.ts';
import { pageSizes } from '#contract/platform/limits.ts';
import type { AnswerFor } from '#web/platform/data/api.ts';
import { pages, query } from '#web/platform/data/queries.ts';
import type { GroupFilters } from './group-filters.ts';
import type { CachedKind } from '#web/platform/data/known.ts';

export const groupPages = (filters: GroupFilters) =>
  pages('GET /api/groups', { query: { ...filters, limit: pageSizes.groups } });

export const groupCount = ({ cursor: _, ...filters }: GroupFilters) =>
  query('GET /api/groups/count', { query: filters });

export const popularGroups = () =>
  query('GET /api/groups', { query: { limit: pageSizes.popularGroups } });

export const groupQuery = (id: string | number) => query('GET /api/groups/:id', { params: { id } });

type MemberPage = { items: AnswerFor<'GET /api/groups/:id/members'>; next: string | null };

/** The search, order and filter of organisers' list of members. */
export interface MemberFilters {
  q?: string;
  sort?: '' | 'joined' | 'name' | 'came' | undefined;
  filter?: '' | 'organisers' | 'new' | undefined;
}

/** The members, page by page. Each page holds approved and pending members. */
export const memberPages = (id: string | number, filters: MemberFilters = {}) => {
  const list = query('GET /api/groups/:id/members', {
    params: { id },
    query: { limit: pageSizes.members, ...filters },
  });
  const [url] = list.queryKey;
  return infiniteQueryOptions<
    MemberPage,
    Error,
    InfiniteData<MemberPage>,
    readonly [url: string, paged: 'pages'],
    string
  >({
    queryKey: [url, 'pages'],
    initialPageParam: url,
    getNextPageParam: (last) => last.next,
  });
};

/**
 * The member's groups that admins have hidden. A member can leave them, but can't see their
 * contents.
 */
export const hiddenGroups = () => query('GET /api/user/hidden-groups');

/** The first page of members, which begins with the organisers. */
export const organisersQuery = (id: string | number) =>
  query('GET /api/groups/:id/members', { params: { id }, query: { limit: 10 } });

export const pastGroupEvents = (groupId: string | number) =>
  pages('GET /api/events/group/:groupId', {
    params: { groupId },
    query: { when: 'past', limit: pageSizes.events },
  });

export const myGroups = () => query('GET /api/user/groups');

/** Returns the member's newest group that isn't approved yet. */
export const newestSubmission = (groups: readonly Group[]) =>
  groups
    .filter(({ can, status }) => can.submit && status !== 'approved')
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .at(0);

/** The queries whose data contains groups. */
export const cachedGroups: CachedKind<Group | GroupCard> = {
  address: /^\/api\/(groups(\?|$|\/\d+$)|user\/groups)/,
};
