import {
  isIllegal,
  reportKinds,
  type KindCounts,
  type ReportKind,
} from '#contract/safety/report-kinds.ts';
import {
  authorDecisions,
  decisions,
  partsOf,
  type AuthorDecision,
  type Decision,
  type ReportState,
  type ReportView,
  type SubjectType,
} from '#contract/safety/reports.ts';
import { day, hour } from '#contract/platform/durations.ts';
import type { SettingValues } from '#contract/base/settings.ts';
import { invalid, Refusal } from '#platform/refusal.ts';

type Side = ReportView['side'];

/** True for cases that await an admin's decision. */
export const isUndecided = (state: ReportState): boolean =>
  state === 'open' || state === 'looking' || state === 'appealed';

type Targets = Pick<SettingValues, 'illegalReportHours' | 'reportDays'>;

/**
 * Returns the deadline for a decision on a report or appeal made now. A decision about an event is
 * due before people are there: at its start, if that is still to come.
 */
export function dueAt(
  kinds: readonly ReportKind[],
  targets: Targets,
  beginsAt: Date | undefined,
  now: Date,
): Date {
  const span = kinds.some(isIllegal) ? targets.illegalReportHours * hour : targets.reportDays * day;
  const due = new Date(now.getTime() + span);
  return beginsAt && beginsAt > now && beginsAt < due ? beginsAt : due;
}

/** The kinds in the reports of a case, most frequent first. */
export const kindsOf = (counts: KindCounts): { kind: ReportKind; count: number }[] =>
  reportKinds
    .flatMap((kind) => (counts[kind] ? [{ kind, count: counts[kind] }] : []))
    .toSorted((one, other) => other.count - one.count);

export const stateAfter = (before: ReportState, decision: Decision): ReportState => {
  if (before === 'appealed') return 'final';
  return decision === 'nothing' ? 'not_upheld' : 'upheld';
};

/** An admin may take over a case from another admin. */
export const lookRefusal = (state: ReportState): Refusal | null =>
  state === 'open' || state === 'looking' ? null : decidedAlready;

export const stateRefusal = (state: ReportState): Refusal | null =>
  isUndecided(state) ? null : decidedAlready;

const decidedAlready = new Refusal('conflict', 'This has already been decided');

/** An appeal needs a decision, and a report can be appealed once. */
export const appealRefusal = (state: ReportState): Refusal | null => {
  if (state === 'upheld' || state === 'not_upheld') return null;
  return new Refusal(
    'conflict',
    state === 'appealed' || state === 'final'
      ? 'This has already been appealed, and can only be appealed once'
      : 'There is no decision yet to appeal against',
  );
};

/** The facts about a case on which a decision depends. */
export interface CaseFacts {
  state: ReportState;
  type: SubjectType;
  /** False once it is deleted. */
  isThere: boolean;
  /** Null once the account is deleted. */
  author: { id: string; isActive: boolean; isOnlyAdmin: boolean } | null;
  /** The admin who decided it before; null without one, or if their account is deleted. */
  decidedById: string | null;
  /** Other admins than the viewer who can sign in and whom the case is not about. */
  otherAdmins: number;
}

/** Where possible, another admin decides appeals, and cases about an admin. */
export function deciderRefusal(viewer: { id: string }, facts: CaseFacts): Refusal | null {
  if (facts.otherAdmins === 0) return null;
  if (facts.author?.id === viewer.id) {
    return new Refusal('forbidden', 'This report is about you, so another admin must decide it');
  }
  return facts.state === 'appealed' && facts.decidedById === viewer.id
    ? new Refusal(
        'forbidden',
        'You made the first decision, so another admin must decide the appeal',
      )
    : null;
}

const bySubject: ReadonlySet<Decision> = new Set(['hide', 'delete']);
const ofPeople: ReadonlySet<Decision> = new Set(['warn', 'suspend', 'ban']);

/** Tells whether a decision applies to the subject in its present state. */
export function decisionRefusal(
  viewer: { id: string },
  facts: CaseFacts,
  decision: Decision,
): Refusal | null {
  if (bySubject.has(decision)) return subjectRefusal(facts);
  return ofPeople.has(decision) ? personRefusal(viewer, facts, decision) : null;
}

function subjectRefusal({ type, isThere }: CaseFacts): Refusal | null {
  if (type === 'user') {
    return invalid({ decision: 'A member can only be warned, suspended or banned' });
  }
  return isThere
    ? null
    : notNow('It has already been removed, so there’s nothing left to hide or delete');
}

function personRefusal(
  viewer: { id: string },
  { author }: CaseFacts,
  decision: Decision,
  field: 'decision' | 'authorDecision' = 'decision',
): Refusal | null {
  if (!author) return notNow('The person this is about has left the site', field);
  if (author.id === viewer.id) return notNow('You can’t warn, suspend or ban yourself', field);
  return decision !== 'warn' && author.isOnlyAdmin
    ? notNow('The site needs an admin. Make another member an admin first.', field)
    : null;
}

const notNow = (sentence: string, field = 'decision') =>
  new Refusal('conflict', sentence, { fields: { [field]: sentence } });

/** Tells whether a decision may also be about the author. */
export function authorDecisionRefusal(
  viewer: { id: string },
  facts: CaseFacts,
  { decision, authorDecision }: Parts,
): Refusal | null {
  if (authorDecision === null) return null;
  return bySubject.has(decision)
    ? personRefusal(viewer, facts, authorDecision, 'authorDecision')
    : invalid({ authorDecision: 'Only together with hiding or deleting what they wrote' });
}

interface Parts {
  decision: Decision;
  authorDecision: AuthorDecision | null;
}

/** The caller's abilities over the case. Each uses the rule that the call itself enforces. */
export function caseAbilities(viewer: { id: string }, facts: CaseFacts) {
  const refusal = stateRefusal(facts.state) ?? deciderRefusal(viewer, facts);
  return {
    look: lookRefusal(facts.state) === null,
    decide: refusal
      ? []
      : decisions.filter((decision) => decisionRefusal(viewer, facts, decision) === null),
    decideAuthor:
      refusal || subjectRefusal(facts)
        ? []
        : authorDecisions.filter((decision) => personRefusal(viewer, facts, decision) === null),
    why: refusal?.message ?? null,
  };
}

export const daysRefusal = (parts: Parts, days: number | undefined): Refusal | null =>
  partsOf(parts).includes('suspend') && days === undefined
    ? invalid({ days: 'Please enter the number of days' })
    : null;

interface Name {
  firstName: string;
  lastName: string | null;
  email: string;
}

/** Both sides read a reason, so it must not name a reporter. */
export function reasonRefusal(reason: string, reporters: readonly Name[]): Refusal | null {
  const words = ` ${reason.toLowerCase().replace(/[^\p{L}\p{N}@.+_-]+/gu, ' ')} `;
  const isNamed = reporters.some(({ firstName, lastName, email }) =>
    [email, lastName && `${firstName} ${lastName}`].some(
      (name) => name && words.includes(name.toLowerCase()),
    ),
  );
  return isNamed
    ? invalid({
        reason:
          'Both sides will read this, and it names the person who reported. Please leave their name out.',
      })
    : null;
}

/**
 * A decision as one side may know it. A referral to the police appears to the other side as hidden
 * content, and for a member as no decision, so a suspect gets no warning.
 */
export function visibleOutcome(decision: Decision, side: Side, type: SubjectType): Decision | null {
  if (decision !== 'police' || side === 'reporter') return decision;
  return type === 'user' ? null : 'hide';
}

const hidingDecisions: ReadonlySet<Decision | null> = new Set(['hide', 'delete', 'police']);

/**
 * Tells whether the reporter sees the subject's name: never a member's, and not once nobody sees
 * the subject.
 */
export const isNamed = (type: SubjectType, decision: Decision | null): boolean =>
  type !== 'user' && !hidingDecisions.has(decision);
