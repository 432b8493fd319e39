import { formatCommentDate } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { donationById } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    donation_received: { donationId: number };
  }
}

export const donationEmails: EmailsOf<'donation_received'> = {
  donation_received: {
    throttleKey: ({ donationId }) => `donation:${donationId}`,
    safeForUnconfirmed: true,
    write: async ({ donationId }, { db, site, recipient }) => {
      const donation = await donationById(db, donationId);
      if (donation?.status !== 'succeeded') return undefined;
      const amount = inPounds(donation.amount);
      return {
        subject: `Your donation of ${amount} to ${site.name}`,
        preheader: 'Thank you. This is your receipt.',
        paragraphs: [
          `Thank you for your donation. It helps keep ${site.name} free for everyone who comes to a group, and everyone who runs one.`,
          'This is your receipt. It was a one-time payment: nothing more will be taken.',
        ],
        details: [
          { label: 'Amount', value: amount },
          { label: 'Date', value: formatCommentDate(donation.createdAt) },
          { label: 'Receipt number', value: String(donation.id) },
        ],
        ...(recipient.id && {
          button: {
            label: 'See your donations',
            url: `${site.origin}${paths.settings}#donations`,
          },
        }),
        closing: `Questions about it? Write to ${site.supportEmail}.`,
      };
    },
  },
};

const inPounds = (pence: number) =>
  `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
