import { eq } from 'drizzle-orm';
import type { ComplaintKind } from '#contract/safety/complaints.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { whenDue } from '#contract/safety/complaint-words.ts';
import { complaintDays } from '#contract/platform/limits.ts';
import { complaintsPath, paths } from '#contract/platform/paths.ts';
import type { Database } from '#platform/db/database.ts';
import type { EmailMessage, EmailsOf, Site } from '#platform/mail/email.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { dueBy, timeLeft } from './policy.ts';
import { openForDays } from './queries.ts';
import { complaints } from './tables.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    complaint_received: { complaintId: number };
    complaint_answered: { complaintId: number };
    complaints_due: Record<string, never>;
  }
}

type Complaint = typeof complaints.$inferSelect;

async function complaintOf(db: Database, id: number): Promise<Complaint | undefined> {
  const [complaint] = await db.select().from(complaints).where(eq(complaints.id, id));
  return complaint;
}

const about: Record<ComplaintKind, string> = {
  data_protection: 'your data',
  content: 'content and how we deal with it',
};

const regulator =
  'the Information Commissioner’s Office: https://ico.org.uk/make-a-complaint/, telephone 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF';

/** The most complaints that one email lists. */
const mostTold = 20;

type Kind = 'complaint_received' | 'complaint_answered' | 'complaints_due';

export const complaintEmails: EmailsOf<Kind> = {
  // The email does not repeat the complaint: anybody may have typed the address.
  complaint_received: {
    throttleKey: ({ complaintId }) => `complaint:${complaintId}`,
    safeForUnconfirmed: true,
    write: async ({ complaintId }, { db, site }) => {
      const complaint = await complaintOf(db, complaintId);
      return complaint && received(complaint, site);
    },
  },

  complaint_answered: {
    throttleKey: ({ complaintId }) => `complaint:${complaintId}`,
    safeForUnconfirmed: true,
    write: async ({ complaintId }, { db, site }) => {
      const complaint = await complaintOf(db, complaintId);
      if (!complaint || complaint.outcome === null) return undefined;
      return answered({ ...complaint, outcome: complaint.outcome }, site);
    },
  },

  complaints_due: {
    throttleKey: () => 'complaints',
    safeForUnconfirmed: true,
    write: async (_, { db, now, site, recipient }) => {
      const account = recipient.id && (await accountById(db, recipient.id));
      if (!account || account.role !== 'admin') return undefined;
      const due = await openForDays(db, complaintDays.warned[0], mostTold + 1, now);
      const [first] = due;
      return first && warning(first, due, site, now);
    },
  },
};

const received = ({ number, kind, createdAt }: Complaint, site: Site): EmailMessage => ({
  subject: `We have your complaint ${number}`,
  preheader: `You hear from us by ${formatDay(dueBy(createdAt))}.`,
  paragraphs: [
    `We have your complaint to ${site.name} about ${about[kind]}. An admin looks into it, and we write to this address what came of it.`,
    'If you did not complain to us, somebody has given your address by mistake, and you need do nothing.',
  ],
  details: [
    { label: 'Number', value: number },
    { label: 'Received', value: formatDay(createdAt) },
    { label: 'Answered by', value: formatDay(dueBy(createdAt)) },
  ],
  closing: `Something to add? Write to ${site.supportEmail} and give the number.${kind === 'data_protection' ? ` You can also turn to ${regulator}.` : ''}`,
});

const answered = (
  { number, kind, createdAt, outcome }: Complaint & { outcome: string },
  site: Site,
): EmailMessage => ({
  subject: `The outcome of your complaint ${number}`,
  preheader: 'We have looked into it.',
  paragraphs: [
    `On ${formatDay(createdAt)} you complained to ${site.name} about ${about[kind]}. We have looked into it. This is what came of it:`,
  ],
  quote: outcome,
  closing:
    kind === 'data_protection'
      ? `If you are not content with this, you can complain to ${regulator}.`
      : `If you are not content with this, you can complain again: ${site.origin}${complaintsPath}`,
});

type Due = Awaited<ReturnType<typeof openForDays>>;

const dueWords = (complaint: Due[number], now: Date) => whenDue(timeLeft(complaint, now));

function warning(first: Due[number], due: Due, site: Site, now: Date): EmailMessage {
  const many = due.length > 1;
  const told = due.slice(0, mostTold);
  return {
    subject: many
      ? `${due.length > mostTold ? `More than ${mostTold}` : due.length} complaints wait for an answer, the first ${dueWords(first, now)}`
      : `The complaint ${first.number} waits for an answer, ${dueWords(first, now)}`,
    preheader: 'Whoever complained is told the outcome within 30 days.',
    paragraphs: [
      `${many ? 'These complaints' : 'This complaint'} to ${site.name} ${many ? 'have' : 'has'} no answer yet. Whoever complained was told when one would come.`,
    ],
    details: told.map((complaint) => ({
      label: complaint.number,
      value: `${complaint.kind === 'content' ? 'Content' : 'Data protection'}, ${dueWords(complaint, now)}`,
    })),
    button: {
      label: 'Answer complaints',
      url: `${site.origin}${paths.adminTab('complaints')}`,
    },
  };
}
