import { subjectTitles } from '#contract/safety/report-words.ts';
import type { ReportSubject, SubjectType } from '#contract/safety/reports.ts';
import type { Reader } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { areBlocked } from '#features/trust/blocks/queries.ts';
import { seeProfileRefusal } from '#features/community/profiles/policy.ts';
import { memberProfileFacts } from '#features/community/profiles/queries.ts';
import { commentRefusal } from '#features/events/events/policy/comment.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { eventFacts } from '#features/events/events/queries/event.ts';
import { groupVisible } from '#features/community/membership/policy.ts';
import { groupAndMembership } from '#features/community/membership/queries/membership.ts';
import { repeatedReport } from './own.ts';
import {
  commentRow,
  idOnWire,
  unnamedMember,
  subjectKey,
  subjectOf,
  type SubjectKey,
  type Subject,
} from './subjects.ts';

/**
 * Reads the subject of a new report, if the caller can see it on the site.
 *
 * @throws Refusal `not_found`
 */
export async function visibleSubject(
  db: Reader,
  viewer: Viewer | null,
  { type, id }: { type: SubjectType; id: string | number },
): Promise<{ key: SubjectKey; subject: Subject }> {
  const key = subjectKey(type, id);
  const isSeen = key && (await canSee(db, viewer, key));
  const subject = isSeen ? await subjectOf(db, key) : undefined;
  if (!key || !subject) throw notFound(subjectTitles[type]);
  return { key, subject };
}

function canSee(db: Reader, viewer: Viewer | null, { type, id }: SubjectKey): Promise<boolean> {
  if (type === 'event') return canSeeEvent(db, viewer, Number(id));
  if (type === 'group') return canSeeGroup(db, viewer, Number(id));
  if (!viewer) return Promise.resolve(false);
  return type === 'comment' ? canSeeComment(db, viewer, Number(id)) : canSeeMember(db, viewer, id);
}

async function canSeeEvent(db: Reader, viewer: Viewer | null, id: number): Promise<boolean> {
  const event = await eventFacts(db, viewer, id);
  return event !== undefined && seeEventRefusal(viewer, event) === null;
}

async function canSeeGroup(db: Reader, viewer: Viewer | null, id: number): Promise<boolean> {
  const found = await groupAndMembership(db, viewer, id);
  return found !== undefined && groupVisible(viewer, found.group, found.membership);
}

/** Only its author sees a comment in the separate table. */
async function canSeeComment(db: Reader, viewer: Viewer, id: number): Promise<boolean> {
  const comment = await commentRow(db, id);
  const event = comment && (await eventFacts(db, viewer, comment.eventId));
  if (!event || commentRefusal(viewer, event)) return false;
  if (comment.userId === viewer.id) return true;
  return comment.lies === 'shown' && !(await hasBlockBetween(db, viewer, comment.userId));
}

/** Members see each other's first names; only admins see a suspended member. */
async function canSeeMember(db: Reader, viewer: Viewer, id: string): Promise<boolean> {
  const member = await accountById(db, id);
  if (!member || viewer.role === 'admin') return member !== undefined;
  return member.isActive && !(await hasBlockBetween(db, viewer, id));
}

/**
 * Tells whether a block separates the viewer and a member: neither sees the other's content or
 * name.
 */
const hasBlockBetween = async (db: Reader, viewer: Viewer, other: string | null) =>
  viewer.role !== 'admin' && other !== null && (await areBlocked(db, viewer.id, other));

/** The content that the page shows before somebody reports it. */
export async function subjectFor(
  db: Reader,
  viewer: Viewer | null,
  sent: { type: SubjectType; id: string | number },
): Promise<ReportSubject> {
  const { key, subject } = await visibleSubject(db, viewer, sent);
  const isOwn = viewer !== null && subject.authorId === viewer.id;
  const isMet = key.type !== 'user' || isOwn || (await canMeet(db, viewer, key.id));
  const { firstName } = (isMet ? await authorFor(db, viewer, subject) : undefined) ?? {};
  const reported = viewer && (await repeatedReport(db, viewer, key, subject));
  return {
    type: key.type,
    id: idOnWire(key),
    title: isMet ? subject.snapshot.title : unnamedMember,
    path: subject.path,
    author: subject.authorId !== null && firstName ? { id: subject.authorId, firstName } : null,
    isOwn,
    reported: reported
      ? { reference: reported.reference, expectedBy: reported.expectedBy.toISOString() }
      : null,
  };
}

/** A name is only shown to viewers of the member's profile; an id alone reveals none. */
async function canMeet(db: Reader, viewer: Viewer | null, id: string): Promise<boolean> {
  const member = viewer && (await memberProfileFacts(db, viewer, id));
  return member ? seeProfileRefusal(viewer, member) === null : false;
}

/** Names are for signed-in viewers without a block; one's own is always shown. */
async function authorFor(db: Reader, viewer: Viewer | null, { authorId }: Subject) {
  if (!viewer || authorId === null || authorId === viewer.id) return undefined;
  return (await hasBlockBetween(db, viewer, authorId)) ? undefined : accountById(db, authorId);
}
