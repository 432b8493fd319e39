import { and, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { MemberAnswer } from '#contract/events/answers.ts';
import type { Person } from '#contract/events/household.ts';
import { UserId } from '#contract/platform/values.ts';
import { users } from '#features/base/accounts/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { childrenNoted } from './children.ts';
import type { Reader } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { cursorOf, CursorTime, cutPage, type Paging } from '#platform/http/cursor.ts';
import { rsvps } from '../tables.ts';
import { hasStatus } from './rsvps.ts';

const memberCursor = cursorOf(z.tuple([z.boolean(), CursorTime, UserId]));

type State = 'going' | 'cant' | 'none';

const stateConditions: Record<State, SQL> = {
  going: hasStatus('going'),
  // Written so that PostgreSQL doesn't read all members for the few who can't come.
  cant: hasStatus('cant'),
  none: sql`${rsvps.id} is null`,
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
      status: rsvps.status,
      since: rsvps.createdAt,
      self: rsvps.self,
      children: childrenNoted(rsvps.id),
      note: rsvps.note,
      phone: rsvps.phone,
      answeredAt: rsvps.answeredAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(events, eq(events.groupId, memberships.groupId))
    .leftJoin(rsvps, isOfMember);

const isOfMember = and(eq(rsvps.eventId, events.id), eq(rsvps.userId, memberships.userId));

/** Lists the members of an event's group who have said so, or who haven't said. */
export async function answersTo(
  db: Reader,
  eventId: number,
  { state, limit, cursor, withPhones }: Paging & { state: State; withPhones: boolean },
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
  return {
    items: items.map((row) => ({
      ...toAnswer(row),
      ...(withPhones && row.status === 'going' && row.phone !== null && { phone: row.phone }),
    })),
    next,
  };
}

type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

function toAnswer({ userId, firstName, status, since, note, answeredAt, ...rest }: MemberRow) {
  const goes = status === 'going';
  const people = { firstName, self: goes && rest.self, children: goes ? rest.children : null };
  return {
    userId,
    firstName,
    answer: goes || status === 'cant' ? status : null,
    note,
    who: peopleOf(people),
    answeredAt: (answeredAt ?? (goes ? since : null))?.toISOString() ?? null,
  } satisfies MemberAnswer;
}

/** The people of an RSVP besides companions: the member, if they come, and their children. */
export const peopleOf = ({
  firstName,
  self,
  children,
}: Pick<Person, 'firstName'> & Pick<MemberRow, 'self' | 'children'>): Person[] => [
  ...(self ? [{ firstName, note: null }] : []),
  ...(children ?? []),
];

/** Counts the approved members of an event's group by what they have said. */
export async function countAnswers(db: Reader, eventId: number) {
  const counted = statement(db, 'answers_counted', (sqlDb) =>
    sqlDb
      .select({
        going: countOf(hasStatus('going')),
        waiting: countOf(hasStatus('waiting', 'offered')),
        cant: countOf(hasStatus('cant')),
        none: countOf(stateConditions.none),
      })
      .from(memberships)
      .innerJoin(events, eq(events.groupId, memberships.groupId))
      .leftJoin(rsvps, isOfMember)
      .where(and(eq(events.id, boundParam('event', 'int')), eq(memberships.status, 'approved'))),
  );
  const [counts] = await counted.execute({ event: eventId });
  return counts ?? { going: 0, waiting: 0, cant: 0, none: 0 };
}

const countOf = (which: SQL) => sql<number>`count(*) filter (where ${which})::int`;
