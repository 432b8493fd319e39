import { paths } from '#contract/platform/paths.ts';
import type { LettersOf } from '#platform/mail/letter.ts';
import { areApart } from '#features/trust/blocks/queries.ts';
import { memberProfile } from '#features/community/membership/queries.ts';
import { contactInLetter } from './queries.ts';

declare module '#platform/mail/effects.ts' {
  interface Effects {
    contact: { contactId: number; userId: string };
  }
}

export const contactLetters: LettersOf<'contact'> = {
  contact: {
    keptWhole: true,
    write: async ({ contactId, userId }, { db, site, recipient }) => {
      const contact = await contactInLetter(db, contactId);
      if (!contact?.isActive || recipient.id === null) return undefined;
      const member = await memberProfile(db, contact.groupId, recipient.id);
      if (!member?.isOrganizer) return undefined;
      // Sends nothing to an organiser with a block. The sender gets the usual answer and never
      // learns of it.
      if (await areApart(db, userId, recipient.id)) return undefined;
      const { firstName, groupName } = contact;
      return {
        subject: contact.subject,
        from: firstName,
        replyTo: contact.email,
        preheader: `${firstName} writes to the organisers of ${groupName}.`,
        paragraphs: [`${firstName} writes to the organisers of ${groupName}:`],
        words: contact.text,
        button: { label: 'Go to the group', url: `${site.origin}${paths.group(contact.groupId)}` },
        closing: `Answer this email to write back to ${firstName}, who then sees your address. Nobody else is sent your answer.`,
      };
    },
  },
};
