import { formatDay } from '#contract/platform/dates.ts';
import { day } from '#contract/platform/durations.ts';
import { paths } from '#contract/platform/paths.ts';
import { documentReviewDays } from '#contract/safety/compliance.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { reviewBy } from './policy/documents.ts';
import { headingOf } from './policy/questions.ts';
import { latestVersions } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    papers_due: Record<string, never>;
  }
}

export const complianceEmails: EmailsOf<'papers_due'> = {
  papers_due: {
    throttleKey: () => 'account',
    write: async (_, { db, site, now }) => {
      const saved = (await latestVersions(db)).map(({ paper, savedAt }) => ({
        title: headingOf(paper).title,
        savedAt,
        reviewBy: reviewBy(savedAt),
      }));
      const due = saved.filter((each) => each.reviewBy <= now);
      if (due.length === 0) return undefined;
      // The next email is a year away, so this one covers everything that falls due until then.
      const nextEmailAt = new Date(now.getTime() + documentReviewDays * day);
      const coming = saved.filter((each) => each.reviewBy > now && each.reviewBy <= nextEmailAt);
      return {
        subject: `Time to review the compliance documents of ${site.name}`,
        preheader: `${due.length === 1 ? 'One is' : `${due.length} are`} a year old.`,
        paragraphs: [
          `The law asks people who run a site like ${site.name} to review its risk assessments and registers regularly. Ofcom says that must be at least once a year.`,
          'Please read each one, correct anything that has changed, and save it. That makes a new version and keeps the old ones.',
        ],
        details: [
          ...due.map((each) => ({
            label: each.title,
            value: `Saved on ${formatDay(each.savedAt)}`,
          })),
          ...coming.map((each) => ({
            label: each.title,
            value: `Due on ${formatDay(each.reviewBy)}`,
          })),
        ],
        button: { label: 'Open the documents', url: `${site.origin}${paths.adminTab('safety')}` },
        closing:
          'We send this email to every admin once a year. The admin panel shows anything that falls due before then.',
      };
    },
  },
};
