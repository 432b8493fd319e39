import type { EmailsOf } from '#platform/mail/email.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    test_email: Record<string, never>;
  }
}

export const setupEmails: EmailsOf<'test_email'> = {
  test_email: {
    throttleKey: () => 'account',
    urgent: true,
    requestedByRecipient: true,
    safeForUnconfirmed: true,
    write: (_, { site }) => ({
      subject: `Emails from ${site.name} work`,
      preheader: 'You asked for a test email. There’s nothing to do.',
      paragraphs: [`You asked ${site.name} for a test email. This is it, so its emails arrive.`],
    }),
  },
};
