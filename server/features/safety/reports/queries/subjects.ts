import { eq, sql, type SQL } from 'drizzle-orm';
import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { formatRange } from '#contract/platform/dates.ts';
import { labelledTexts } from '#contract/events/event-fields.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Snapshot, SubjectType } from '#contract/safety/reports.ts';
import { Id, UserId } from '#contract/platform/values.ts';
import type { Reader } from '#platform/db/database.ts';
import { users } from '#features/base/accounts/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { eventColumns } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';

/** A reported subject as it is now. */
export interface Subject {
  snapshot: Snapshot;
  /** The author; null once their account is deleted. */
  authorId: string | null;
  /** The page that shows it; null for a member, who has none. */
  path: string | null;
  isHidden: boolean;
  createdAt: Date;
  /** The start of an event that takes place. */
  beginsAt?: Date;
}

export interface SubjectKey {
  type: SubjectType;
  id: string;
}

/** Parses an id; undefined if it is malformed, since no subject has it. */
export function subjectKey(type: SubjectType, id: string | number): SubjectKey | undefined {
  const parsed = (type === 'user' ? UserId : Id).safeParse(id);
  return parsed.success ? { type, id: String(parsed.data) } : undefined;
}

/** The id as calls give it: a number, or a member's opaque text. */
export const idOnWire = ({ type, id }: SubjectKey): string | number =>
  type === 'user' ? id : Number(id);

/** Undefined if it is deleted. */
export const subjectOf = async (
  db: Reader,
  { type, id }: SubjectKey,
): Promise<Subject | undefined> => {
  const found = await findSubject(db, { type, id });
  return found && { ...found, snapshot: cleanTexts(found.snapshot) };
};

function findSubject(db: Reader, { type, id }: SubjectKey): Promise<Raw<Subject> | undefined> {
  if (type === 'user') return memberOf(db, id);
  return { event: eventOf, group: groupOf, comment: commentOf }[type](db, Number(id));
}

/** If an event's creator has left, the group's owner counts as its author. */
async function eventOf(db: Reader, id: number): Promise<Raw<Subject> | undefined> {
  const [found] = await db
    .select({ event: eventColumns, ownerId: groups.createdById })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, id));
  const event = found?.event;
  return (
    event && {
      snapshot: {
        title: event.title,
        parts: [
          { label: 'Description', text: event.description },
          { label: 'When', text: formatRange(event.startTime, event.endTime) },
          { label: 'Venue', text: [event.location, event.town].filter(Boolean).join(', ') },
          ...labelledTexts(event, 'inReports'),
          ...(event.cancelReason
            ? [{ label: 'Why it was cancelled', text: event.cancelReason }]
            : []),
        ],
        imageUrl: event.imageUrl,
      },
      authorId: event.createdById ?? found.ownerId,
      path: paths.event(id),
      isHidden: event.status === 'hidden',
      createdAt: event.createdAt,
      ...(event.status !== 'cancelled' && { beginsAt: event.startTime }),
    }
  );
}

async function groupOf(db: Reader, id: number): Promise<Raw<Subject> | undefined> {
  const [group] = await db.select().from(groups).where(eq(groups.id, id));
  return (
    group && {
      snapshot: {
        title: group.name,
        parts: [{ label: 'Description', text: group.description }],
        imageUrl: group.imageUrl,
      },
      authorId: group.createdById,
      path: paths.group(id),
      isHidden: group.status === 'hidden',
      createdAt: group.createdAt,
    }
  );
}

type CommentState = 'shown' | 'held' | 'hidden';

const commentColumns = (table: typeof comments | typeof heldComments, lies: SQL<CommentState>) => ({
  userId: table.userId,
  content: table.content,
  eventId: table.eventId,
  createdAt: table.createdAt,
  lies,
});

/**
 * Finds a comment, and whether it is public or in the separate table for pending and hidden ones.
 */
export async function commentRow(db: Reader, id: number) {
  const [shown] = await db
    .select(commentColumns(comments, sql`'shown'`))
    .from(comments)
    .where(eq(comments.id, id));
  if (shown) return shown;
  const where = sql<CommentState>`case when ${heldComments.hiddenAt} is null then 'held' else 'hidden' end`;
  const [apart] = await db
    .select(commentColumns(heldComments, where))
    .from(heldComments)
    .where(eq(heldComments.id, id));
  return apart;
}

async function commentOf(db: Reader, id: number): Promise<Raw<Subject> | undefined> {
  const comment = await commentRow(db, id);
  return (
    comment && {
      snapshot: {
        title: firstLine(comment.content),
        parts: [{ label: 'Comment', text: comment.content }],
        imageUrl: null,
      },
      authorId: comment.userId,
      path: `${paths.event(comment.eventId)}#comments`,
      isHidden: comment.lies === 'hidden',
      createdAt: comment.createdAt,
    }
  );
}

const longestTitle = 80;

function firstLine(text: string): string {
  const letters = [...(text.split('\n')[0] ?? '')];
  return letters.length > longestTitle
    ? `${letters.slice(0, longestTitle).join('')}…`
    : letters.join('');
}

/** Subjects whose name not everybody may know. */
export const unnamedMember = 'A member';

async function memberOf(db: Reader, id: string): Promise<Raw<Subject> | undefined> {
  const [member] = await db.select().from(users).where(eq(users.id, id));
  if (!member) return undefined;
  const { firstName, bio, location, profileImageUrl, createdAt } = member;
  const parts = [
    { label: 'About', text: bio },
    { label: 'Location', text: location },
  ];
  return {
    snapshot: {
      title: firstName,
      parts: parts.flatMap(({ label, text }) => (text ? [{ label, text }] : [])),
      imageUrl: profileImageUrl,
    },
    authorId: id,
    path: null,
    isHidden: false,
    createdAt,
  };
}
