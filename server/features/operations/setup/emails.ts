import type { EmailsOf } from '#platform/mail/email.ts';
import { own } from '#platform/mail/site-text.ts';

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
    writeInOwnWords: (_, { site }) => ({
      subject: own`Emails from ${site.name} work`,
      preheader: own`You asked for a test email. There’s nothing to do.`,
      paragraphs: [own`You asked ${site.name} for a test email. This is it, so its emails arrive.`],
    }),
  },
};
