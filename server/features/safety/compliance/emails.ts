import { formatDay } from '#contract/platform/dates.ts';
import { day } from '#contract/platform/durations.ts';
import { paths } from '#contract/platform/paths.ts';
import { documentReviewDays } from '#contract/safety/compliance.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { reviewBy } from './policy/documents.ts';
import { headingOf } from './policy/questions.ts';
import { savedDocuments } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    papers_due: Record<string, never>;
  }
}

export const complianceEmails: EmailsOf<'papers_due'> = {
  papers_due: {
    throttleKey: () => 'account',
    safeForUnconfirmed: true,
    write: async (_, { db, site, now }) => {
      const saved = (await savedDocuments(db)).map(({ paper, savedAt }) => ({
        title: headingOf(paper).title,
        savedAt,
        reviewBy: reviewBy(savedAt),
      }));
      const due = saved.filter((each) => each.reviewBy <= now);
      if (due.length === 0) return undefined;
      // The next email is a year away, so this one covers everything that falls due until then.
      const nextLetter = new Date(now.getTime() + documentReviewDays * day);
      const coming = saved.filter((each) => each.reviewBy > now && each.reviewBy <= nextLetter);
      return {
        subject: `Time to look at the papers of ${site.name} again`,
        preheader: `${due.length === 1 ? 'One is' : `${due.length} are`} a year old.`,
        paragraphs: [
          `The law asks whoever runs a site such as ${site.name} to look at its risk assessments and registers again from time to time, and a year is how long Ofcom gives them at most.`,
          'Read each through, mend what is no longer so, and save it: that makes a new version, and the old ones stay.',
        ],
        details: [
          ...due.map((each) => ({
            label: each.title,
            value: `Saved on ${formatDay(each.savedAt)}`,
          })),
          ...coming.map((each) => ({
            label: each.title,
            value: `Falls due on ${formatDay(each.reviewBy)}`,
          })),
        ],
        button: { label: 'Open the papers', url: `${site.origin}${paths.adminTab('safety')}` },
        closing:
          'This letter goes to every admin, once a year. What falls due meanwhile is marked in the admin panel.',
      };
    },
  },
};
