import { and, asc, desc, eq, isNull, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { namedPerson } from '#contract/base/names.ts';
import {
  ComplaintState,
  type AdminComplaint,
  type listComplaints,
} from '#contract/safety/complaints.ts';
import { dateOf, daysAfter } from '#contract/platform/days.ts';
import { startOfDay } from '#contract/platform/london-time.ts';
import type { Reader } from '#platform/db/database.ts';
import { CursorId, CursorTime, cursorOf, cutPage } from '#platform/http/cursor.ts';
import { users } from '#features/base/accounts/tables.ts';
import { timeLeft } from './policy.ts';
import { complaints } from './tables.ts';

const answeringAdmin = alias(users, 'answerer');

const complaintRows = (db: Reader, where: SQL | undefined) =>
  db
    .select({
      complaint: complaints,
      account: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      answeredBy: {
        id: answeringAdmin.id,
        firstName: answeringAdmin.firstName,
        lastName: answeringAdmin.lastName,
      },
    })
    .from(complaints)
    .leftJoin(users, eq(users.id, complaints.userId))
    .leftJoin(answeringAdmin, eq(answeringAdmin.id, complaints.answeredById))
    .where(where)
    .$dynamic();

type Row = Awaited<ReturnType<typeof complaintRows>>[number];

const asComplaint = ({ complaint, account, answeredBy }: Row, now: Date): AdminComplaint => ({
  id: complaint.id,
  number: complaint.number,
  kind: complaint.kind,
  text: complaint.text,
  email: complaint.email,
  account: namedPerson(account),
  state: complaint.answeredAt ? 'answered' : 'open',
  createdAt: complaint.createdAt.toISOString(),
  ...timeLeft(complaint, now),
  outcome: complaint.outcome,
  answeredAt: complaint.answeredAt?.toISOString() ?? null,
  answeredBy: namedPerson(answeredBy),
});

/** The cursor of a page: the part of the list, and the last entry's position in it. */
const placeCursor = cursorOf(z.tuple([ComplaintState, CursorTime, CursorId]));
type Place = ReturnType<typeof placeCursor.decode>;

/** All have the same time limit, so the oldest are due first. */
const openOnes = (db: Reader, after: Place, limit: number) =>
  complaintRows(
    db,
    and(
      isNull(complaints.answeredAt),
      after && sql`(${complaints.createdAt}, ${complaints.id}) > (${after[1]}, ${after[2]})`,
    ),
  )
    .orderBy(asc(complaints.createdAt), asc(complaints.id))
    .limit(limit);

const answeredOnes = (db: Reader, after: Place, limit: number) =>
  complaintRows(
    db,
    and(
      isNotNull(complaints.answeredAt),
      after && sql`(${complaints.answeredAt}, ${complaints.id}) < (${after[1]}, ${after[2]})`,
    ),
  )
    .orderBy(desc(complaints.answeredAt), desc(complaints.id))
    .limit(limit);

/** Lists open complaints by deadline, then, if the page has room, answered ones, latest first. */
export async function findComplaints(
  db: Reader,
  { state, limit, cursor }: z.output<(typeof listComplaints)['query']>,
  now: Date,
) {
  const after = placeCursor.decode(cursor);
  const isPastOpen = state === 'answered' || after?.[0] === 'answered';
  const open = isPastOpen ? [] : await openOnes(db, after, limit + 1);
  const room = state === 'open' ? 0 : limit + 1 - open.length;
  const afterAnswered = after?.[0] === 'answered' ? after : undefined;
  const answered = room > 0 ? await answeredOnes(db, afterAnswered, room) : [];
  const { items, next } = cutPage([...open, ...answered], limit, ({ complaint }) =>
    complaint.answeredAt
      ? placeCursor.encode(['answered', complaint.answeredAt.getTime(), complaint.id])
      : placeCursor.encode(['open', complaint.createdAt.getTime(), complaint.id]),
  );
  return { next, items: items.map((row) => asComplaint(row, now)) };
}

export async function complaintById(
  db: Reader,
  id: number,
  now: Date,
): Promise<AdminComplaint | undefined> {
  const [row] = await complaintRows(db, eq(complaints.id, id));
  return row && asComplaint(row, now);
}

/** Matches open complaints made at least `days` calendar days ago, in London time. */
export const openSinceDays = (days: number, now: Date): SQL | undefined =>
  and(
    isNull(complaints.answeredAt),
    lt(complaints.createdAt, startOfDay(daysAfter(dateOf(now), 1 - days))),
  );

/** Lists open complaints of a certain age, by due time. */
export const openForDays = (db: Reader, days: number, limit: number, now: Date) =>
  db
    .select({
      number: complaints.number,
      kind: complaints.kind,
      createdAt: complaints.createdAt,
      answeredAt: complaints.answeredAt,
    })
    .from(complaints)
    .where(openSinceDays(days, now))
    .orderBy(asc(complaints.createdAt), asc(complaints.id))
    .limit(limit);
