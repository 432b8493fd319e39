import { userQuery } from '#web/features/base/sign-in/use-user.ts';
import { postedQuery, prefetch, query } from '#web/platform/data/queries.ts';
import type { LoadContext } from '#web/platform/router/pages.ts';

export const setupQuery = () => query('GET /api/admin/setup');
export const setupLinkQuery = (token: string) =>
  postedQuery('POST /api/setup/read', { body: { token } });

/** An admin sees the steps, and anybody else what their link opens. */
export async function loadSetup({ client, search }: LoadContext): Promise<void> {
  const user = client.getQueryData(userQuery().queryKey)?.user;
  const token = search.get('token');
  if (user?.role === 'admin') await prefetch(client, [setupQuery()]);
  else if (token) await prefetch(client, [setupLinkQuery(token)]);
}
