import { useQuery } from '@tanstack/react-query';
import { query } from '../../platform/data/queries.ts';

export const userQuery = () => query('GET /api/user');

/** Who is signed in: `user` is undefined for nobody, and while it is not known yet. */
export function useUser() {
  const { data, isPending } = useQuery(userQuery());
  return { user: data?.user, isPending };
}
