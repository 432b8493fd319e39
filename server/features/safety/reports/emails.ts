import { formatMoment } from '#contract/platform/dates.ts';
import { isIllegal, kindWords } from '#contract/safety/report-kinds.ts';
import { appealPath } from '#contract/safety/report-paths.ts';
import {
  outcomeToReporter,
  outcomeToSubject,
  subjectWords,
} from '#contract/safety/report-words.ts';
import { partsOf, type ReportView } from '#contract/safety/reports.ts';
import type {
  EmailMessage,
  EmailsOf,
  Site,
  EmailContext,
  OwnMessage,
} from '#platform/mail/email.ts';
import {
  adminText,
  joinTexts,
  own,
  ownDay,
  ownMoment,
  ownReference,
  type SiteText,
} from '#platform/mail/site-text.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { kindsOf } from './policy.ts';
import { caseWithLastDecision } from './queries/cases.ts';
import { reportById, emailedSide, viewOf } from './queries/sides.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    report_received: { reportId: number };
    /** Informs the reporter, also about the outcome of an appeal. */
    report_decided: { caseId: number };
    /** Informs the reported member. */
    report_about_you: { caseId: number };
    /** To the operator's safety contact: the only admin decides about themself. */
    report_about_only_admin: { caseId: number };
  }
}

type Kind = 'report_received' | 'report_decided' | 'report_about_you' | 'report_about_only_admin';

/** These emails name neither side to the other, and never quote the reported content. */
export const reportEmails: EmailsOf<Kind> = {
  report_received: {
    throttleKey: ({ reportId }) => `report:${reportId}`,
    toSuspended: true,
    writeInOwnWords: async ({ reportId }, context) => {
      const { db, site } = context;
      const report = await reportById(db, reportId);
      return (
        report && {
          subject: own`We’ve received your report ${ownReference(report.reference)}`,
          preheader: own`We’ll decide by ${ownDay(report.expectedBy)}.`,
          paragraphs: [
            own`Thank you for reporting ${subjectWords[report.subjectType]} at ${site.name}. An admin will look at it, and we’ll email you our decision.`,
            ...(isIllegal(report.kind)
              ? [own`If someone is in danger now, please don’t wait for us: call 999.`]
              : []),
            own`We never tell the person it’s about who reported it.`,
          ],
          details: [
            { label: own`Number`, value: ownReference(report.reference) },
            { label: own`Decision due by`, value: ownMoment(report.expectedBy) },
          ],
          ...(await reportLink(report.reference, own`See your report`, 'reporter', context)),
        }
      );
    },
  },

  report_decided: decisionMessages('reporter', ({ reference, subject }, outcome, { name }) => ({
    subject: own`Our decision on your report ${ownReference(reference)}`,
    opening: own`You reported ${subjectWords[subject.type]} at ${name}. ${allOf(outcome, outcomeToReporter)}`,
  })),

  report_about_only_admin: {
    throttleKey: ({ caseId }) => `case:${caseId}`,
    write: async ({ caseId }, { db, site }) => {
      const found = await caseWithLastDecision(db, caseId);
      return found && onlyAdminMessage(found, site);
    },
  },

  report_about_you: decisionMessages('subject', ({ reference, subject }, outcome, { name }) => {
    const what = subject.type === 'user' ? own`you` : own`${subjectWords[subject.type]} of yours`;
    return {
      subject: own`Our decision on a report: ${ownReference(reference)}`,
      opening: own`Someone reported ${what} at ${name}, and we’ve looked into it. ${allOf(outcome, outcomeToSubject)}`,
    };
  }),
};

type Outcome = NonNullable<ReportView['outcome']>;

/** Says each part of a decision. */
const allOf = (
  outcome: Pick<Outcome, 'decision' | 'authorDecision'>,
  words: typeof outcomeToReporter | typeof outcomeToSubject,
): SiteText =>
  joinTexts(
    partsOf(outcome).map((part) => own`${words[part]}`),
    ' ',
  );

type EmailedCase = NonNullable<Awaited<ReturnType<typeof caseWithLastDecision>>>;

/** Explains the risk and the safety contact's options. It quotes nothing and names nobody. */
function onlyAdminMessage({ found, last }: EmailedCase, site: Site): EmailMessage {
  const { reference, subjectType, reportCount, dueBy } = found;
  const kinds = kindsOf(found.kinds);
  const what = subjectType === 'user' ? '' : `${subjectWords[subjectType]} by `;
  return {
    subject: `A report about the only admin of ${site.name}: ${reference}`,
    preheader: 'Nobody else can decide it yet.',
    paragraphs: [
      `Someone has reported ${what}the only admin of ${site.name}. There’s no other admin, so they would be judging their own case.`,
      ...(kinds.some(({ kind }) => isIllegal(kind))
        ? ['It was reported as something against the law. If someone is in danger, call 999.']
        : []),
      ...(last
        ? [`The decision so far: ${allOf(last, outcomeToReporter)} The reason: ${last.reason}`]
        : []),
      dueBy
        ? 'Someone else can decide it: as soon as there’s a second admin, only they can. The admin can choose one in the admin panel, or the person who runs the server can, with “npm run admin -- name@example.org”.'
        : 'Both sides can still appeal once. If there’s a second admin by then, they decide the appeal.',
    ],
    details: [
      { label: 'Number', value: reference },
      {
        label: 'Reported as',
        value: kinds.map(({ kind, count }) => `${kindWords[kind]} (${count})`).join(', '),
      },
      { label: 'Reports', value: String(reportCount) },
      ...(dueBy ? [{ label: 'Decision due by', value: formatMoment(dueBy) }] : []),
    ],
    closing: `You’re getting this because this address is the safety contact of ${site.name}.`,
  };
}

const keepNumber = own`Please don’t forward this email: anyone with the button can see this report and answer for you.`;

/**
 * The button to one side's view of a report. Reporters need to sign in until they confirm their
 * address, because its mailbox may belong to somebody else. Authors always get a signed link,
 * because a ban prevents them from signing in.
 */
async function reportLink(
  reference: string,
  label: SiteText,
  side: ReportView['side'],
  { db, site, recipient: { id } }: EmailContext,
): Promise<Pick<OwnMessage, 'button' | 'closing'>> {
  const account = side === 'reporter' && id !== null ? await accountById(db, id) : undefined;
  if (account?.emailVerified === false) {
    return { button: { label, url: `${site.origin}${appealPath(reference)}` } };
  }
  return { button: { label, key: { opens: 'report', reference } }, closing: keepNumber };
}

type CaseMessage = (
  view: ReportView,
  outcome: Outcome,
  site: Site,
) => Pick<OwnMessage, 'subject'> & { opening: SiteText };

/** The email of a decision to one side. */
function decisionMessages(side: ReportView['side'], words: CaseMessage) {
  return {
    throttleKey: ({ caseId }: { caseId: number }) => `case:${caseId}`,
    toSuspended: true,
    writeInOwnWords: ({ caseId }: { caseId: number }, context: EmailContext) =>
      decidedMessage(caseId, side, words, context),
  } as const;
}

/** Reads the facts as the email goes out, so the last of several decisions counts. */
async function decidedMessage(
  caseId: number,
  side: ReportView['side'],
  words: CaseMessage,
  context: EmailContext,
): Promise<OwnMessage | undefined> {
  const { db, site, recipient } = context;
  const found = await emailedSide(db, caseId, side, recipient);
  const view = found && (await viewOf(db, found.of));
  if (!found || !view?.outcome) return undefined;
  const { reference, state, can, outcome } = view;
  const { subject, opening } = words(view, outcome, site);
  return {
    subject,
    preheader:
      state === 'final' ? own`This is the final decision.` : own`What we decided, and why.`,
    paragraphs: [
      opening,
      own`The reason: ${adminText(outcome.reason)}`,
      ...(can.appeal
        ? [own`If you disagree, you can appeal once. If there’s another admin, they’ll look at it.`]
        : []),
      own`If you’re unhappy with how we dealt with it, you can complain: ${site.origin}/complaints`,
    ],
    details: [
      {
        label: found.references.length > 1 ? own`Numbers` : own`Number`,
        value: joinTexts(found.references.map(ownReference)),
      },
      ...(outcome.until ? [{ label: own`Until`, value: ownMoment(outcome.until) }] : []),
    ],
    ...(await reportLink(
      reference,
      can.appeal ? own`See it or appeal` : own`See our decision`,
      side,
      context,
    )),
  };
}
