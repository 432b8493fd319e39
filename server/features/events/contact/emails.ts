import { paths } from '#contract/platform/paths.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { areBlocked } from '#features/trust/blocks/queries.ts';
import { memberProfile } from '#features/community/membership/queries/membership.ts';
import { emailedContact } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    contact: { contactId: number; userId: string };
  }
}

export const contactEmails: EmailsOf<'contact'> = {
  contact: {
    throttleKey: ({ contactId }) => `contact:${contactId}`,
    storedUnchanged: true,
    write: async ({ contactId, userId }, { db, site, recipient }) => {
      const contact = await emailedContact(db, contactId);
      if (!contact?.isActive || recipient.id === null) return undefined;
      const member = await memberProfile(db, contact.groupId, recipient.id);
      if (!member?.isOrganizer) return undefined;
      // Sends nothing to an organiser who has blocked the sender. The sender gets the usual answer
      // and never learns of it.
      if (await areBlocked(db, userId, recipient.id)) return undefined;
      const { firstName, groupName } = contact;
      return {
        subject: contact.subject,
        from: firstName,
        replyTo: contact.email,
        preheader: `${firstName} has written to the organisers of ${groupName}.`,
        paragraphs: [`${firstName} has written to the organisers of ${groupName}:`],
        quote: contact.text,
        button: { label: 'Go to the group', url: `${site.origin}${paths.group(contact.groupId)}` },
        closing: `Reply to this email to write back to ${firstName}, who will then see your address. Nobody else gets your reply.`,
      };
    },
  },
};
