import { eq } from 'drizzle-orm';
import type { ComplaintKind } from '#contract/safety/complaints.ts';
import { whenDue } from '#contract/safety/complaint-words.ts';
import { complaintDays } from '#contract/platform/limits.ts';
import { complaintsPath, paths } from '#contract/platform/paths.ts';
import type { Database } from '#platform/db/database.ts';
import type { EmailMessage, EmailsOf, Site, OwnMessage } from '#platform/mail/email.ts';
import { adminText, own, ownDay, ownReference, type SiteText } from '#platform/mail/site-text.ts';
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

const kindSentences: Record<ComplaintKind, SiteText> = {
  data_protection: own`how we use your data`,
  content: own`something on the site, or how we dealt with it`,
};

const regulator = own`the Information Commissioner’s Office: https://ico.org.uk/make-a-complaint/, telephone 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF`;

/** The most complaints that one email lists. */
const maxListed = 20;

type Kind = 'complaint_received' | 'complaint_answered' | 'complaints_due';

export const complaintEmails: EmailsOf<Kind> = {
  // The email does not repeat the complaint: anybody may have typed the address.
  complaint_received: {
    throttleKey: ({ complaintId }) => `complaint:${complaintId}`,
    writeInOwnWords: async ({ complaintId }, { db, site }) => {
      const complaint = await complaintOf(db, complaintId);
      return complaint && receivedMessage(complaint, site);
    },
  },

  complaint_answered: {
    throttleKey: ({ complaintId }) => `complaint:${complaintId}`,
    writeInOwnWords: async ({ complaintId }, { db, site }) => {
      const complaint = await complaintOf(db, complaintId);
      if (!complaint || complaint.outcome === null) return undefined;
      return answeredMessage({ ...complaint, outcome: complaint.outcome }, site);
    },
  },

  complaints_due: {
    throttleKey: () => 'complaints',
    write: async (_, { db, now, site, recipient }) => {
      const account = recipient.id && (await accountById(db, recipient.id));
      if (!account || account.role !== 'admin') return undefined;
      const due = await openForDays(db, complaintDays.warned[0], maxListed + 1, now);
      const [first] = due;
      return first && warningMessage(first, due, site, now);
    },
  },
};

const receivedMessage = ({ number, kind, createdAt }: Complaint, site: Site): OwnMessage => ({
  subject: own`We’ve received your complaint ${ownReference(number)}`,
  preheader: own`You’ll hear from us by ${ownDay(dueBy(createdAt))}.`,
  paragraphs: [
    own`We’ve received your complaint to ${site.name} about ${kindSentences[kind]}. An admin will look into it, and we’ll email you the outcome.`,
    own`If you didn’t complain to us, someone gave us your address by mistake. You can ignore this email.`,
  ],
  details: [
    { label: own`Number`, value: ownReference(number) },
    { label: own`Received`, value: ownDay(createdAt) },
    { label: own`Answer due by`, value: ownDay(dueBy(createdAt)) },
  ],
  closing: own`Anything to add? Write to ${site.supportEmail} and tell us the number.${kind === 'data_protection' ? own` You can also contact ${regulator}.` : ''}`,
});

const answeredMessage = (
  { number, kind, createdAt, outcome }: Complaint & { outcome: string },
  site: Site,
): OwnMessage => ({
  subject: own`The outcome of your complaint ${ownReference(number)}`,
  preheader: own`We’ve looked into it.`,
  paragraphs: [
    own`On ${ownDay(createdAt)} you complained to ${site.name} about ${kindSentences[kind]}. We’ve looked into it. Here’s the outcome:`,
  ],
  quote: adminText(outcome),
  closing:
    kind === 'data_protection'
      ? own`If you’re not happy with this, you can complain to ${regulator}.`
      : own`If you’re not happy with this, you can complain again: ${site.origin}${complaintsPath}`,
});

type Due = Awaited<ReturnType<typeof openForDays>>;

const dueWords = (complaint: Due[number], now: Date) => whenDue(timeLeft(complaint, now));

function warningMessage(first: Due[number], due: Due, site: Site, now: Date): EmailMessage {
  const many = due.length > 1;
  const listed = due.slice(0, maxListed);
  return {
    subject: many
      ? `${due.length > maxListed ? `More than ${maxListed}` : due.length} complaints need an answer, the first ${dueWords(first, now)}`
      : `Complaint ${first.number} needs an answer, ${dueWords(first, now)}`,
    preheader: 'People who complain should hear the outcome within 30 days.',
    paragraphs: [
      `Nobody has answered ${many ? 'these complaints' : 'this complaint'} to ${site.name} yet. We told the ${many ? 'people' : 'person'} who complained when to expect an answer.`,
    ],
    details: listed.map((complaint) => ({
      label: complaint.number,
      value: `${complaint.kind === 'content' ? 'Content' : 'Data protection'}, ${dueWords(complaint, now)}`,
    })),
    button: {
      label: 'Answer complaints',
      url: `${site.origin}${paths.adminTab('complaints')}`,
    },
  };
}
