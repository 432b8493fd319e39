import {
  getEmailInvitations,
  inviteByEmail,
  resumeEmailInvitations,
} from '#contract/community/email-invitations.ts';
import { requireManager } from '#features/community/membership/queries/membership.ts';
import { accepted, ok, route } from '#platform/http/route.ts';
import { invite, resumeInvitations } from './mutations.ts';
import { addressesIn, addressesInTable } from './policy.ts';
import { invitationsOf } from './queries.ts';

export const emailInvitationRoutes = [
  route(getEmailInvitations, async ({ params }, { db, viewer }) => {
    await requireManager(db, viewer, params.id);
    return ok(await invitationsOf(db, params.id));
  }),

  route(inviteByEmail, async ({ params, body }, { db, viewer, signer, config, now }) => {
    await requireManager(db, viewer, params.id);
    const { csv, emails = [] } = body;
    const addresses =
      csv === undefined
        ? addressesIn(emails.map((text, index) => ({ line: index + 1, text })))
        : addressesInTable(csv);
    await invite(db, viewer, { groupId: params.id, ...addresses }, signer, config, now);
    return accepted({ accepted: addresses.accepted.length, refused: addresses.refused });
  }),

  route(resumeEmailInvitations, async ({ params }, { db, viewer, now }) =>
    ok(await resumeInvitations(db, viewer, params.id, now)),
  ),
];
