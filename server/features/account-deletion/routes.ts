import { deleteOwnAccount, getParting } from '../../../contract/account-deletion.ts';
import { noContent, ok, route } from '../../platform/http/route.ts';
import { leaveSite } from './mutations.ts';
import { partingOf } from './queries.ts';

export const accountDeletionRoutes = [
  route(getParting, async (_, { db, viewer }) => ok(await partingOf(db, viewer))),

  route(deleteOwnAccount, async ({ body }, context) => {
    await leaveSite(context.db, context.viewer, body, context);
    return { ...noContent(), session: 'ended' };
  }),
];
