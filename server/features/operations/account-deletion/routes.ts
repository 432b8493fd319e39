import { deleteOwnAccount, getParting } from '#contract/operations/account-deletion.ts';
import { noContent, ok, route } from '#platform/http/route.ts';
import { closeAccount } from './mutations.ts';
import { deletionPreview } from './queries.ts';

export const accountDeletionRoutes = [
  route(getParting, async (_, { db, viewer }) => ok(await deletionPreview(db, viewer))),

  route(deleteOwnAccount, async ({ body }, { db, viewer, signer, now }) => {
    await closeAccount(db, viewer, body, signer, now);
    return { ...noContent(), session: 'ended' };
  }),
];
