import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/platform/data/queries.ts';

export const userQuery = () => query('GET /api/user');

/**
 * The signed-in member; undefined for a visitor and while loading. The server renders once, so it
 * reads the cache without subscribing, which is faster.
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
