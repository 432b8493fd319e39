import { addressesIn } from '#contract/community/address-table.ts';
import {
  getEmailInvitations,
  inviteByEmail,
  resumeEmailInvitations,
} from '#contract/community/email-invitations.ts';
import { cleanText } from '#contract/platform/clean-text.ts';
import { requireManager } from '#features/community/membership/queries/membership.ts';
import { accepted, ok, route } from '#platform/http/route.ts';
import { invite, resumeInvitations } from './mutations.ts';
import { addressesInTable, firstOf } from './policy.ts';
import { invitationsOf } from './queries.ts';

export const emailInvitationRoutes = [
  route(getEmailInvitations, async ({ params }, { db, viewer }) => {
    await requireManager(db, viewer, params.id);
    return ok(await invitationsOf(db, params.id));
  }),

  route(inviteByEmail, async ({ params, body }, { db, viewer, signer, config, now }) => {
    await requireManager(db, viewer, params.id);
    const { csv, emails = [] } = body;
    const list = firstOf(csv === undefined ? addressesIn(emails) : addressesInTable(csv));
    const addresses = list.accepted.map(({ email }) => cleanText(email));
    await invite(db, viewer, { groupId: params.id, addresses }, signer, config, now);
    const { refused, skipped } = list;
    return accepted({ accepted: addresses.length, refused, skipped });
  }),

  route(resumeEmailInvitations, async ({ params }, { db, viewer, now }) =>
    ok(await resumeInvitations(db, viewer, params.id, now)),
  ),
];
