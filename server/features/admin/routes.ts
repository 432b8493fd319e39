import {
  adminComments,
  adminEvents,
  adminGroups,
  adminSummary,
  adminUsers,
  appointOrganizer,
  changeRole,
  changeStatus,
  deleteEvent,
  deleteGroup,
  deleteUser,
  removeComment,
  resetTwoStep,
  reviewGroup,
  signOutUser,
} from '../../../contract/admin.ts';
import { findGroup } from '../groups/queries.ts';
import { notFound } from '../../platform/refusal.ts';
import {
  noContent,
  ok,
  page,
  route,
  type Context,
  type Viewer,
} from '../../platform/http/route.ts';
import * as mutations from './mutations.ts';
import { findComments, findEvents, findGroups, findUsers, summary, userOf } from './queries.ts';

export const adminRoutes = [
  route(adminSummary, async (_, { db, now }) => ok(await summary(db, now))),

  route(adminUsers, async ({ query }, { db, viewer }) => page(await findUsers(db, viewer, query))),

  route(changeRole, async ({ params, body }, context) => {
    const { db, viewer, now } = context;
    await mutations.changeRole(db, viewer, params.id, body.role, now);
    return ok(await userFor(context, params.id));
  }),

  route(changeStatus, async ({ params, body }, context) => {
    const { db, viewer, now } = context;
    await mutations.changeStatus(db, viewer, params.id, body, now);
    return ok(await userFor(context, params.id));
  }),

  route(signOutUser, async ({ params }, context) => {
    const { db, viewer, now } = context;
    await mutations.signOut(db, viewer, params.id, now);
    return ok(await userFor(context, params.id));
  }),

  route(resetTwoStep, async ({ params }, context) => {
    const { db, viewer, now } = context;
    await mutations.resetTwoStep(db, viewer, params.id, now);
    return ok(await userFor(context, params.id));
  }),

  route(deleteUser, async ({ params }, { db, viewer, now }) => {
    await mutations.deleteUser(db, viewer, params.id, now);
    return noContent();
  }),

  route(adminGroups, async ({ query }, { db }) => page(await findGroups(db, query))),

  route(reviewGroup, async ({ params, body }, { db, viewer, now }) => {
    await mutations.reviewGroup(db, viewer, params.id, body, now);
    const group = await findGroup(db, viewer, params.id);
    if (!group) throw notFound('Group');
    return ok(group);
  }),

  route(appointOrganizer, async ({ params, body }, { db, viewer, now }) => {
    await mutations.appointOrganizer(db, viewer, params.id, body.userId, now);
    return noContent();
  }),

  route(deleteGroup, async ({ params }, { db, viewer, now }) => {
    await mutations.deleteGroup(db, viewer, params.id, now);
    return noContent();
  }),

  route(adminEvents, async ({ query }, { db }) => page(await findEvents(db, query))),

  route(deleteEvent, async ({ params }, { db, viewer, now }) => {
    await mutations.deleteEvent(db, viewer, params.id, now);
    return noContent();
  }),

  route(adminComments, async ({ query }, { db }) => page(await findComments(db, query))),

  route(removeComment, async ({ params }, { db, viewer, now }) => {
    await mutations.removeComment(db, viewer, params.id, now);
    return noContent();
  }),
];

async function userFor({ db, viewer }: Context<Viewer>, id: string) {
  const user = await userOf(db, viewer, id);
  if (!user) throw notFound('User');
  return user;
}
