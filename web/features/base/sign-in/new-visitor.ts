import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from './use-user.ts';

/** Clears everything cached for the previous user and reads the new one, after a sign-in. */
export async function resetCacheForUser(client: QueryClient): Promise<void> {
  const { queryKey } = userQuery();
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  await client.refetchQueries({ queryKey });
}
