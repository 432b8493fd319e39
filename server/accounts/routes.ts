import {
  completeProfile,
  getUser,
  listUsers,
  login,
  loginRedirect,
  logout,
  register,
  updateAccount,
} from '../../contract/accounts.ts';
import { localPath } from '../../contract/paths.ts';
import { created, ok, redirect, route } from '../http/route.ts';
import { editAccount, registerAccount, saveProfile, signIn, signOut } from './mutations.ts';
import { acquaintances } from './queries.ts';

export const accountRoutes = [
  route(getUser, (_, { viewer }) => ok(viewer ? { user: viewer } : {})),

  route(register, async ({ body }, context) => {
    const { account, session } = await registerAccount(context.db, body, context);
    return {
      ...created({ user: account, requiresProfileCompletion: !account.profileCompleted }),
      session,
    };
  }),

  route(login, async ({ body }, context) => {
    const session = await signIn(context.db, body, context);
    return { ...ok({ redirectUrl: localPath(body.next) ?? '/events' }), session };
  }),

  route(loginRedirect, ({ query }) => {
    const next = localPath(query.next);
    return redirect(next ? `/auth?next=${encodeURIComponent(next)}` : '/auth');
  }),

  route(logout, async (_, { db, token }) => {
    if (token) await signOut(db, token);
    return { ...redirect('/'), session: 'ended' };
  }),

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
