import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/platform/data/queries.ts';

export const userQuery = () => query('GET /api/user');

/**
 * Who is signed in: `user` is undefined for nobody, and while it is not known yet.
 * On the server nothing changes while a page is drawn, so nobody asks to be told if it does: that took longer than the reading.
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
