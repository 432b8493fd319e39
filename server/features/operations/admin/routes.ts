import {
  adminComments,
  adminQueue,
  adminEvents,
  adminGroups,
  adminSummary,
  adminUsers,
  appointOrganizer,
  changeRole,
  changeStatus,
  lastBackup,
  deleteEvent,
  deleteGroup,
  deleteUser,
  removeComment,
  resetTwoStep,
  reviewGroup,
  signOutUser,
} from '#contract/operations/admin.ts';
import { deleteMember } from '#features/operations/account-deletion/mutations.ts';
import { documentsToReview } from '#features/safety/compliance/queries.ts';
import { readGroup } from '#features/community/groups/queries/groups.ts';
import { lastBackupAt } from '#platform/db/transfer/backup-log.ts';
import { notFound } from '#platform/refusal.ts';
import type { Context } from '#platform/http/context.ts';
import { noContent, ok, page, route } from '#platform/http/route.ts';
import type { Viewer } from '#platform/viewer.ts';
import * as accounts from '#features/safety/enforcement/mutations/accounts.ts';
import * as mutations from './mutations.ts';
import * as removal from '#features/safety/enforcement/mutations/removal.ts';
import { findComments, findEvents } from './queries/content.ts';
import { findGroups } from './queries/groups.ts';
import { readQueue } from './queries/queue.ts';
import { readSummary } from './queries/summary.ts';
import { findUsers, userOf } from './queries/users.ts';

export const adminRoutes = [
  route(adminSummary, async (_, { db, config, now }) =>
    ok({
      ...(await readSummary(db, now)),
      papersToReview: await documentsToReview(db, config, now),
    }),
  ),

  route(adminQueue, async (_, { db, viewer, config, now }) =>
    ok(await readQueue(db, viewer, config, now)),
  ),

  route(lastBackup, async (_, { db }) =>
    ok({ takenAt: (await lastBackupAt(db))?.toISOString() ?? null }),
  ),

  route(adminUsers, async ({ query }, { db, viewer, now }) =>
    page(await findUsers(db, viewer, query, now)),
  ),

  route(changeRole, async ({ params, body }, context) => {
    const { db, viewer, now } = context;
    await accounts.changeRole(db, viewer, params.id, body.role, now);
    return ok(await userFor(context, params.id));
  }),

  route(changeStatus, async ({ params, body }, context) => {
    const { db, viewer, now } = context;
    await accounts.changeStatus(db, viewer, params.id, body, now);
    return ok(await userFor(context, params.id));
  }),

  route(signOutUser, async ({ params }, context) => {
    const { db, viewer, now } = context;
    await accounts.signOut(db, viewer, params.id, now);
    return ok(await userFor(context, params.id));
  }),

  route(resetTwoStep, async ({ params }, context) => {
    const { db, viewer, now } = context;
    await accounts.resetTwoStep(db, viewer, params.id, now);
    return ok(await userFor(context, params.id));
  }),

  route(deleteUser, async ({ params }, { db, viewer, now }) => {
    await deleteMember(db, viewer, params.id, now);
    return noContent();
  }),

  route(adminGroups, async ({ query }, { db }) => page(await findGroups(db, query))),

  route(reviewGroup, async ({ params, body }, { db, viewer, config, signer, now }) => {
    await mutations.reviewGroup(db, viewer, params.id, body, now);
    return ok(await readGroup(db, viewer, params.id, config, signer));
  }),

  route(appointOrganizer, async ({ params, body }, { db, viewer, now }) => {
    await mutations.appointOrganizer(db, viewer, params.id, body.userId, now);
    return noContent();
  }),

  route(deleteGroup, async ({ params }, { db, viewer, now }) => {
    await removal.deleteGroup(db, viewer, params.id, now);
    return noContent();
  }),

  route(adminEvents, async ({ query }, { db, viewer }) =>
    page(await findEvents(db, viewer, query)),
  ),

  route(deleteEvent, async ({ params }, { db, viewer, now }) => {
    await removal.deleteEvent(db, viewer, params.id, now);
    return noContent();
  }),

  route(adminComments, async ({ query }, { db, viewer }) =>
    page(await findComments(db, viewer, query)),
  ),

  route(removeComment, async ({ params }, { db, viewer, now }) => {
    await removal.removeComment(db, viewer, params.id, now);
    return noContent();
  }),
];

async function userFor({ db, viewer, now }: Context<Viewer>, id: string) {
  const user = await userOf(db, viewer, id, now);
  if (!user) throw notFound('User');
  return user;
}
