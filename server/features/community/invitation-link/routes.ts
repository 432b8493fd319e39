import {
  countMembersFile,
  getInvitationLink,
  replaceInvitationLink,
} from '#contract/community/invitation-link.ts';
import { created, ok, route } from '#platform/http/route.ts';
import { membersFileCount } from './policy.ts';
import { replaceLink } from './mutations.ts';
import { requireManager } from '#features/community/membership/queries/membership.ts';
import { invitationLink } from './queries.ts';

export const invitationLinkRoutes = [
  route(getInvitationLink, async ({ params }, { db, viewer, origin }) => {
    await requireManager(db, viewer, params.id);
    return ok(await invitationLink(db, params.id, origin));
  }),

  route(replaceInvitationLink, async ({ params }, { db, viewer, origin }) =>
    created(await replaceLink(db, viewer, params.id, origin)),
  ),

  route(countMembersFile, async ({ params, body }, { db, viewer }) => {
    await requireManager(db, viewer, params.id);
    return ok(membersFileCount(body.text));
  }),
];
