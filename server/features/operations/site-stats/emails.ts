import { countedUpTo, type PendingCounts } from '#contract/operations/site-stats.ts';
import { paths } from '#contract/platform/paths.ts';
import type { EmailMessage, EmailsOf, Site } from '#platform/mail/email.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { pendingForAdmins } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    reviews_due: Record<string, never>;
  }
}

type Counts = NonNullable<PendingCounts['admin']>;

export const reviewEmails: EmailsOf<'reviews_due'> = {
  // The email counts members' texts and doesn't quote them.
  reviews_due: {
    throttleKey: () => 'reviews',
    topic: 'reviews',
    write: async (_, { db, site, recipient }) => {
      const account = recipient.id && (await accountById(db, recipient.id));
      if (!account || account.role !== 'admin') return undefined;
      return pendingEmail(await pendingForAdmins(db), site);
    },
  },
};

function pendingEmail(counts: Counts, site: Site): EmailMessage | undefined {
  const waiting = [
    { label: 'Groups to approve', count: counts.groups },
    { label: 'Reports to decide', count: counts.reports },
    { label: 'Comments to check', count: counts.comments },
    { label: 'Messages to check', count: counts.messages },
    { label: 'Complaints to answer', count: counts.complaints },
  ].filter(({ count }) => count > 0);
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const isMany = waiting.some(({ count }) => count >= countedUpTo);
  const items = total === 1 ? '1 item' : `${isMany ? `More than ${countedUpTo - 1}` : total} items`;
  return {
    subject: `${items} to review at ${site.name}`,
    preheader: waiting.map(({ label }) => label).join(', '),
    push: { body: waiting.map(({ label }) => label).join(', ') },
    paragraphs: [`${items} ${total === 1 ? 'is' : 'are'} waiting for an admin of ${site.name}.`],
    details: waiting.map(({ label, count }) => ({
      label,
      value: count >= countedUpTo ? `${countedUpTo - 1}+` : String(count),
    })),
    button: { label: 'Open the admin panel', url: `${site.origin}${paths.admin}` },
    closing: 'We send this email once a day at most, and only when there’s something to review.',
  };
}
