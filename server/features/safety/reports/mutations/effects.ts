import type { CleanText } from '#contract/platform/clean-text.ts';
import type { AuthorDecision, Decision, SubjectType } from '#contract/safety/reports.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { liftBan, suspendMember } from '#features/safety/enforcement/mutations/accounts.ts';
import {
  dropComment,
  dropEvent,
  dropGroup,
} from '#features/safety/enforcement/mutations/removal.ts';
import { hideEvent, showEvent } from '#features/events/events/mutations/hiding.ts';
import { hideGroup, showGroup } from '#features/community/groups/mutations/groups.ts';
import { hideComment, showComment } from '#features/events/comments/mutations.ts';
import { subjectOf, type SubjectKey } from '../queries/subjects.ts';

type Change = (tx: Transaction, viewer: Viewer, id: number, now: Date) => Promise<unknown>;
type BySubject = Record<Exclude<SubjectType, 'user'>, Change>;

const hideByType: BySubject = { event: hideEvent, group: hideGroup, comment: hideComment };
const showByType: BySubject = { event: showEvent, group: showGroup, comment: showComment };
const deleteByType: BySubject = { event: dropEvent, group: dropGroup, comment: dropComment };

/** The subject of a case. */
export interface About extends SubjectKey {
  authorId: string | null;
}

/** A decision to apply, with the reason for the people it concerns. */
export interface Verdict {
  decision: Decision;
  authorDecision: AuthorDecision | null;
  reason: CleanText;
  /** The end of a suspension. */
  until: Date | null;
}

/** One thing that a decision does, about the subject or about its author. */
type Part = Omit<Verdict, 'authorDecision'>;

/** Applies a part of a decision through the functions that other features use for it. */
export async function applyPart(
  tx: Transaction,
  viewer: Viewer,
  about: About,
  { decision, reason, until }: Part,
  now: Date,
): Promise<void> {
  if (decision === 'hide' || decision === 'police')
    await changeSubject(tx, viewer, about, hideByType, now);
  if (decision === 'delete') await changeSubject(tx, viewer, about, deleteByType, now);
  if ((decision === 'suspend' || decision === 'ban') && about.authorId !== null) {
    await suspendMember(tx, viewer, about.authorId, { until, reason }, now);
  }
}

/** Reverts a part of an earlier decision as far as possible. */
export async function revertPart(
  tx: Transaction,
  viewer: Viewer,
  about: About,
  { decision, reason }: Part,
  now: Date,
): Promise<void> {
  if (decision === 'hide' || decision === 'police')
    await changeSubject(tx, viewer, about, showByType, now);
  if ((decision === 'suspend' || decision === 'ban') && about.authorId !== null) {
    await liftBan(tx, viewer, about.authorId, reason, now);
  }
}

/** A subject that was deleted meanwhile needs no change. */
async function changeSubject(
  tx: Transaction,
  viewer: Viewer,
  { type, id }: About,
  changes: BySubject,
  now: Date,
): Promise<void> {
  if (type === 'user' || !(await subjectOf(tx, { type, id }))) return;
  await changes[type](tx, viewer, Number(id), now);
}
