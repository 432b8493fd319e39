import { joinPath } from '#contract/community/invitation-link.ts';
import { groupInvited } from '#features/community/invitation-link/queries.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { own, plainTitle } from '#platform/mail/site-text.ts';
import { pendingInvitation } from './queries.ts';

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
    writeInOwnWords: async ({ groupId, invitationId }, { db, site }) => {
      const invitation = await pendingInvitation(db, invitationId);
      const group = await groupInvited(db, groupId);
      if (!invitation || !group) return undefined;
      const name = plainTitle(group.name) ?? own`a group`;
      return {
        subject: own`You’re invited: ${name}`,
        preheader: own`The organisers of ${name} have invited you to join them.`,
        paragraphs: [
          own`The organisers of ${name} say that you asked to hear from them. They are now at ${site.name}, and would like to see you there.`,
          own`It’s free. Joining takes about two minutes, and you choose which emails you get.`,
          own`This is the only invitation to this group that we send you.`,
        ],
        button: { label: own`See the group`, url: `${site.origin}${joinPath(group.token)}` },
        endedBy: { topic: 'groupInvitations', emailHash: invitation.emailHash },
      };
    },
  },
};
