import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from './use-user.ts';

/** After a sign-in all that was read before was read as somebody else: it is forgotten, and who is signed in read anew. */
export async function readAsNewVisitor(client: QueryClient): Promise<void> {
  const { queryKey } = userQuery();
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  await client.refetchQueries({ queryKey });
}
