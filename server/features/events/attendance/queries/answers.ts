import { and, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { MemberAnswer } from '#contract/events/answers.ts';
import type { Person } from '#contract/events/household.ts';
import { UserId } from '#contract/platform/values.ts';
import { users } from '#features/base/accounts/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { childrenNoted, type IdOrColumn } from '#features/events/household/queries.ts';
import type { Reader } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import { answers, rsvps, waitlist } from '../tables.ts';

const memberCursor = cursorOf(z.tuple([z.boolean(), CursorTime, UserId]));

type State = 'going' | 'cant' | 'none';

const isGoing = sql`${rsvps.userId} is not null`;
const isWaiting = sql`${waitlist.userId} is not null`;
// Not `coalesce`: with it PostgreSQL reads all members for the few who can't come.
const hasSaidNo = sql`${answers.cant}`;
const stateConditions: Record<State, SQL> = {
  going: isGoing,
  cant: hasSaidNo,
  none: sql`not (${isGoing} or ${isWaiting} or coalesce(${hasSaidNo}, false))`,
};

/** The order of the group's list of members. */
const memberOrder = [
  sql`(not ${memberships.isOrganizer})`,
  memberships.createdAt,
  memberships.userId,
];
const isAfterCursor = sql`(not ${memberships.isOrganizer}, ${memberships.createdAt}, ${memberships.userId})
  > (${boundParam('afterOrganisers', 'boolean')}, ${boundParam('afterTime', 'timestamptz')}, ${boundParam('afterUser', 'text')})`;

/** Selects the approved members of an event's group, with what each has said. */
const selectMembers = (db: Reader) =>
  db
    .select({
      userId: memberships.userId,
      isOrganizer: memberships.isOrganizer,
      createdAt: memberships.createdAt,
      firstName: users.firstName,
      going: rsvps.createdAt,
      self: rsvps.self,
      children: childrenNoted(rsvps.eventId, rsvps.userId),
      cant: answers.cant,
      note: answers.note,
      answeredAt: answers.answeredAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(events, eq(events.groupId, memberships.groupId))
    .leftJoin(rsvps, ofMember(rsvps))
    .leftJoin(waitlist, ofMember(waitlist))
    .leftJoin(answers, ofMember(answers));

const ofMember = (table: typeof rsvps | typeof waitlist | typeof answers) =>
  and(eq(table.eventId, events.id), eq(table.userId, memberships.userId));

interface AnswerPaging {
  state: State;
  limit: number;
  cursor?: string | undefined;
}

/** Lists the members of an event's group who have said so, or who haven't said. */
export async function answersTo(
  db: Reader,
  eventId: number,
  { state, limit, cursor }: AnswerPaging,
) {
  const after = memberCursor.decode(cursor);
  const list = statement(db, `answers_${state}${after ? '_a' : ''}`, (sqlDb) =>
    selectMembers(sqlDb)
      .where(
        and(
          eq(events.id, boundParam('event', 'int')),
          eq(memberships.status, 'approved'),
          after && isAfterCursor,
          stateConditions[state],
        ),
      )
      .orderBy(...memberOrder)
      .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({
    event: eventId,
    afterOrganisers: after?.[0],
    afterTime: after?.[1],
    afterUser: after?.[2],
    limit: limit + 1,
  });
  const { items, next } = cutPage(rows, limit, (last) =>
    memberCursor.encode([!last.isOrganizer, last.createdAt.getTime(), last.userId]),
  );
  return { items: items.map(toAnswer), next };
}

interface MemberRow {
  userId: string;
  firstName: string;
  going: Date | null;
  self: boolean | null;
  children: Person[] | null;
  cant: boolean | null;
  note: string | null;
  answeredAt: Date | null;
}

const toAnswer = ({
  userId,
  firstName,
  going,
  cant: saidNo,
  note,
  answeredAt,
  ...rest
}: MemberRow) =>
  ({
    userId,
    firstName,
    answer: going ? 'going' : saidNo ? 'cant' : null,
    note,
    who: peopleOf({ firstName, ...rest }),
    answeredAt: (answeredAt ?? going)?.toISOString() ?? null,
  }) satisfies MemberAnswer;

/** The people who come with an RSVP, besides guests: the member, if they do, and their children. */
export const peopleOf = ({
  firstName,
  self,
  children,
}: Pick<MemberRow, 'firstName' | 'self' | 'children'>): Person[] => [
  ...(self ? [{ firstName, note: null }] : []),
  ...(children ?? []),
];

/** Counts the approved members of an event's group by what they have said. */
export async function countAnswers(db: Reader, eventId: number) {
  const counted = statement(db, 'answers_counted', (sqlDb) =>
    sqlDb
      .select({
        going: sql<number>`count(*) filter (where ${isGoing})::int`,
        waiting: sql<number>`count(*) filter (where ${isWaiting})::int`,
        cant: sql<number>`count(*) filter (where ${hasSaidNo})::int`,
        none: sql<number>`count(*) filter (where ${stateConditions.none})::int`,
      })
      .from(memberships)
      .innerJoin(events, eq(events.groupId, memberships.groupId))
      .leftJoin(rsvps, ofMember(rsvps))
      .leftJoin(waitlist, ofMember(waitlist))
      .leftJoin(answers, ofMember(answers))
      .where(and(eq(events.id, boundParam('event', 'int')), eq(memberships.status, 'approved'))),
  );
  const [counts] = await counted.execute({ event: eventId });
  return counts ?? { going: 0, waiting: 0, cant: 0, none: 0 };
}

export type OwnAnswer = Pick<typeof answers.$inferSelect, 'cant' | 'note'>;

/** Selects whether a member has said that they can't come, and their note to the organisers. */
export const ownAnswer = (eventId: IdOrColumn, userId: IdOrColumn) =>
  sql<OwnAnswer | null>`(select json_build_object('cant', ${answers.cant}, 'note', ${answers.note})
    from ${answers} where ${answers.eventId} = ${eventId} and ${answers.userId} = ${userId})`;
