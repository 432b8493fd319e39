import { completeProfile, getUser, updateAccount } from '../../../contract/accounts.ts';
import { ok, route } from '../../platform/http/route.ts';
import { editAccount, saveProfile } from './mutations.ts';

export const accountRoutes = [
  // Whoever is held back is told so by the admin pages, and so has to find it.
  route(getUser, (_, { viewer, isHeldBack }) =>
    ok(viewer ? { user: isHeldBack ? { ...viewer, role: 'admin' } : viewer } : {}),
  ),

  route(completeProfile, async ({ body }, { db, viewer, config, now }) =>
    ok({ user: await saveProfile(db, viewer, body, config, now) }),
  ),

  route(updateAccount, async ({ body }, { db, viewer, config, now }) =>
    ok(await editAccount(db, viewer, body, config, now)),
  ),
];
