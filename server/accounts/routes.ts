import { completeProfile, getUser, listUsers, updateAccount } from '../../contract/accounts.ts';
import { ok, route } from '../http/route.ts';
import { editAccount, saveProfile } from './mutations.ts';
import { acquaintances } from './queries.ts';

export const accountRoutes = [
  route(getUser, (_, { viewer }) => ok(viewer ? { user: viewer } : {})),

  route(completeProfile, async ({ body }, { db, viewer }) =>
    ok({ user: await saveProfile(db, viewer.id, body) }),
  ),

  route(updateAccount, async ({ body }, { db, viewer, now }) =>
    ok(await editAccount(db, viewer.id, body, now)),
  ),

  route(listUsers, async ({ query }, { db, viewer }) =>
    ok(await acquaintances(db, viewer.id, query.ids)),
  ),
];
