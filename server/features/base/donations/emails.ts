import { paths } from '#contract/platform/paths.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { own, ownPounds, ownTime } from '#platform/mail/site-text.ts';
import { donationById } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    donation_received: { donationId: number };
  }
}

export const donationEmails: EmailsOf<'donation_received'> = {
  donation_received: {
    throttleKey: ({ donationId }) => `donation:${donationId}`,
    writeInOwnWords: async ({ donationId }, { db, site, recipient }) => {
      const donation = await donationById(db, donationId);
      if (donation?.status !== 'succeeded') return undefined;
      const amount = ownPounds(donation.amount);
      return {
        subject: own`Your donation of ${amount} to ${site.name}`,
        preheader: own`Thank you. This is your receipt.`,
        paragraphs: [
          own`Thank you for your donation. It helps keep ${site.name} free for everyone who comes to a group, and everyone who runs one.`,
          own`This is your receipt. It was a one-time payment: nothing more will be taken.`,
        ],
        details: [
          { label: own`Amount`, value: amount },
          { label: own`Date`, value: ownTime(donation.createdAt) },
          { label: own`Receipt number`, value: own`${donation.id}` },
        ],
        ...(recipient.id && {
          button: {
            label: own`See your donations`,
            url: `${site.origin}${paths.settings}#donations`,
          },
        }),
        closing: own`Questions about it? Write to ${site.supportEmail}.`,
      };
    },
  },
};
