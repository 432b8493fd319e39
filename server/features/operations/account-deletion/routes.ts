import { deleteOwnAccount, getParting } from '#contract/operations/account-deletion.ts';
import { noContent, ok, route } from '#platform/http/route.ts';
import { leaveSite } from './mutations.ts';
import { partingOf } from './queries.ts';

export const accountDeletionRoutes = [
  route(getParting, async (_, { db, viewer }) => ok(await partingOf(db, viewer))),

  route(deleteOwnAccount, async ({ body }, { db, viewer, signer, now }) => {
    await leaveSite(db, viewer, body, signer, now);
    return { ...noContent(), session: 'ended' };
  }),
];
