import { Readable } from 'node:stream';
import { completeProfile, getUser, updateAccount } from '../../../contract/accounts.ts';
import { noContent, ok, route } from '../../platform/http/route.ts';
import { takeout } from '../takeout/queries/takeout.ts';
import { editAccount, saveProfile } from './mutations.ts';
import { partingOf } from '../account-deletion/queries.ts';
import { leaveSite } from '../account-deletion/mutations.ts';
import { acquaintances } from '../membership/queries.ts';
import { deleteOwnAccount, getParting } from '../../../contract/account-deletion.ts';
import { listUsers } from '../../../contract/membership.ts';
import { exportAccount } from '../../../contract/takeout.ts';

export const accountRoutes = [
  // Whoever is held back is told so by the desk, and so has to find it.
  route(getUser, (_, { viewer, isHeldBack }) =>
    ok(viewer ? { user: isHeldBack ? { ...viewer, role: 'admin' } : viewer } : {}),
  ),

  route(completeProfile, async ({ body }, { db, viewer }) =>
    ok({ user: await saveProfile(db, viewer.id, body) }),
  ),

  route(updateAccount, async ({ body }, { db, viewer, now }) =>
    ok(await editAccount(db, viewer.id, body, now)),
  ),

  route(getParting, async (_, { db, viewer }) => ok(await partingOf(db, viewer))),

  route(deleteOwnAccount, async ({ body }, context) => {
    await leaveSite(context.db, context.viewer, body, context);
    return { ...noContent(), session: 'ended' };
  }),

  route(exportAccount, (_, { db, viewer, now, config }) => ({
    ...ok(Readable.from(takeout(db, { userId: viewer.id, siteName: config.siteName, now }))),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="my-data-${now.toISOString().slice(0, 10)}.zip"`,
    },
  })),

  route(listUsers, async ({ query }, { db, viewer }) =>
    ok(await acquaintances(db, viewer, query.ids)),
  ),
];
