import { pageSizes } from '../../contract/limits.ts';
import { pages, query } from '../queries.ts';

export interface GroupFilters {
  q?: string | undefined;
  category?: string | undefined;
  cursor?: string | undefined;
}

const given = (search: URLSearchParams, name: string) => search.get(name)?.trim() || undefined;

/** The filters that the address of Discover Groups carries. */
export const groupFilters = (search: URLSearchParams): GroupFilters => ({
  q: given(search, 'q'),
  category: given(search, 'category'),
  cursor: given(search, 'cursor'),
});

export const groupPages = (filters: GroupFilters) =>
  pages('GET /api/groups', { query: { ...filters, limit: pageSizes.groups } });

export const popularGroups = () =>
  query('GET /api/groups', { query: { limit: pageSizes.popularGroups } });

export const groupQuery = (id: string | number) =>
  query('GET /api/groups/:id', { params: { id: String(id) } });

export const membersQuery = (id: string | number) =>
  query('GET /api/groups/:id/members', { params: { id: String(id) } });

export const myGroups = () => query('GET /api/user/groups');
