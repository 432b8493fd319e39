import { pageSizes } from '#contract/platform/limits.ts';
import type { ListFilters } from '#web/platform/lists/admin-list.tsx';
import { param, pages } from '#web/platform/data/queries.ts';

const limit = pageSizes.admin;

export type UserFilters = ListFilters & Record<'role' | 'status', string | undefined>;

export const userFilters = (search: URLSearchParams): UserFilters => ({
  q: param(search, 'q'),
  role: param(search, 'role'),
  status: param(search, 'status'),
  cursor: param(search, 'cursor'),
});

const oneOf = <const Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((each) => each === value);

export const userPages = ({ q, role, status, cursor }: UserFilters) =>
  pages('GET /api/admin/users', {
    query: {
      q,
      role: oneOf(['user', 'admin'], role),
      status: oneOf(['active', 'banned'], status),
      cursor,
      limit,
    },
  });

/** Options of the groups' filter: a status, or groups without an organiser. */
export const groupChoices = ['pending_approval', 'approved', 'rejected', 'unled'] as const;

export type GroupFilters = ListFilters & Record<'show', string | undefined>;

export const groupFilters = (search: URLSearchParams): GroupFilters => ({
  q: param(search, 'q'),
  show: param(search, 'show'),
  cursor: param(search, 'cursor'),
});

export const groupPages = ({ q, show, cursor }: GroupFilters) => {
  const choice = oneOf(groupChoices, show);
  return pages('GET /api/admin/groups', {
    query: {
      q,
      ...(choice === 'unled' ? { organizer: 'none' } : { status: choice }),
      cursor,
      limit,
    },
  });
};

/** Groups awaiting approval, longest wait first. */
export const queuePages = () =>
  pages('GET /api/admin/groups', { query: { status: 'pending_approval', limit: 10 } });

export const textFilters = (search: URLSearchParams): ListFilters => ({
  q: param(search, 'q'),
  cursor: param(search, 'cursor'),
});

export const eventPages = ({ q, cursor }: ListFilters) =>
  pages('GET /api/admin/events', { query: { q, cursor, limit } });

export const commentPages = ({ q, cursor }: ListFilters) =>
  pages('GET /api/admin/comments', { query: { q, cursor, limit } });
