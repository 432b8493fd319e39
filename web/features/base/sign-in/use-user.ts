import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/platform/data/queries.ts';

export const userQuery = () => query('GET /api/user');

/**
 * The signed-in member: `user` is undefined for a visitor and while loading. On the server nothing
 * changes while a page is rendered, so it doesn't subscribe: that took longer than the reading.
 */
export const useUser = import.meta.env.SSR
  ? () => {
      const state = useQueryClient().getQueryState(userQuery().queryKey);
      return { user: state?.data?.user, isPending: !state || state.status === 'pending' };
    }
  : () => {
      const { data, isPending } = useQuery(userQuery());
      return { user: data?.user, isPending };
    };
