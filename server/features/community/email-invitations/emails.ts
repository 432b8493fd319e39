import { joinPath } from '#contract/community/invitation-link.ts';
import { groupInvited } from '#features/community/invitation-link/queries.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { invitationOnItsWay } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** An organiser has the recipient's address from elsewhere. */
    group_invitation: { groupId: number; invitationId: number };
  }
}

export const emailInvitationEmails: EmailsOf<'group_invitation'> = {
  group_invitation: {
    throttleKey: ({ groupId }) => `invitation:${groupId}`,
    bulk: true,
    atMostOnce: true,
    // Its only text by others is the name of a group that an admin has approved.
    safeForUnconfirmed: true,
    write: async ({ groupId, invitationId }, { db, site }) => {
      const invitation = await invitationOnItsWay(db, invitationId);
      const group = await groupInvited(db, groupId);
      if (!invitation || !group) return undefined;
      return {
        subject: `You’re invited: ${group.name}`,
        preheader: `The organisers of ${group.name} have invited you to join them.`,
        paragraphs: [
          `The organisers of ${group.name} say that you asked to hear from them. They are now at ${site.name}, and would like to see you there.`,
          'It’s free. Joining takes about two minutes, and you choose which emails you get.',
          'This is the only invitation to this group that we send you.',
        ],
        button: { label: 'See the group', url: `${site.origin}${joinPath(group.token)}` },
        invitedHash: invitation.emailHash,
      };
    },
  },
};
