import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { namedPerson } from '#contract/base/names.ts';
import { isIllegal } from '#contract/safety/report-kinds.ts';
import type { listReports, ReportCase, ReportState } from '#contract/safety/reports.ts';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import { CursorId, cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { users } from '#features/base/accounts/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { isUndecided, kindsOf } from '../policy.ts';
import { reportCases, reportDecisions } from '../tables.ts';
import { onlyAdmin } from './facts.ts';
import { idOnWire } from './subjects.ts';

type Filter = z.output<(typeof listReports)['query']>;

const subjectIn = (table: SQL, id: SQL) =>
  sql`(select subject.id from ${table} subject where subject.id = ${id} limit 1) is not null`;
const subjectNumber = sql`${reportCases.subjectId}::integer`;

/**
 * One look-up per type, forced by the limits: for a plain `exists` the planner may read the whole
 * table.
 */
const isThere = sql<boolean>`case ${reportCases.subjectType}
  when 'event' then ${subjectIn(sql`${events}`, subjectNumber)}
  when 'group' then ${subjectIn(sql`${groups}`, subjectNumber)}
  when 'comment' then ${subjectIn(sql`${comments}`, subjectNumber)} or ${subjectIn(sql`${heldComments}`, subjectNumber)}
  else ${subjectIn(sql`${users}`, sql`${reportCases.subjectId}`)} end`;

/** The start of a reported event that takes place, also of one that is hidden meanwhile. */
const beginsAt = sql<Date | null>`case when ${reportCases.subjectType} = 'event'
    and ${reportCases.dueBy} is not null
  then (select subject.start_time from ${events} subject
    where subject.id = ${subjectNumber} and subject.status <> 'cancelled' limit 1) end`.mapWith(
  events.startTime,
);

/** Selects cases with the admin who is reviewing each. */
function selectCases(db: Reader) {
  const looking = db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, reportCases.lookedAtById))
    .limit(1)
    .as('looking');
  return db
    .select({
      found: reportCases,
      isThere,
      beginsAt,
      lookedAtBy: { id: looking.id, firstName: looking.firstName, lastName: looking.lastName },
    })
    .from(reportCases)
    .leftJoinLateral(looking, sql`true`);
}

export type CaseRow = Awaited<ReturnType<typeof selectCases>>[number];

/** `admin` is the only one who can act, or null. */
export function toCase(
  { found, isThere: isStillThere, beginsAt: begins, lookedAtBy }: CaseRow,
  admin: string | null,
): ReportCase {
  const kinds = kindsOf(found.kinds);
  const key = { type: found.subjectType, id: found.subjectId };
  return {
    id: found.id,
    reference: found.reference,
    state: found.state,
    subject: { type: key.type, id: idOnWire(key), title: found.title, isGone: !isStillThere },
    reports: found.reportCount,
    kinds,
    isIllegal: kinds.some(({ kind }) => isIllegal(kind)),
    isAboutOnlyAdmin: admin !== null && found.authorId === admin,
    createdAt: found.createdAt.toISOString(),
    dueBy: found.dueBy?.toISOString() ?? null,
    beginsAt: begins?.toISOString() ?? null,
    lookedAtBy: namedPerson(lookedAtBy),
    decision: found.decision,
    authorDecision: found.authorDecision,
    decidedAt: found.decidedAt?.toISOString() ?? null,
  };
}

/** Pending cases by due time, all others newest first, each along an index of its own. */
export async function findCases(db: Reader, filter: Filter, config: Config) {
  const { items, next } =
    filter.state === 'waiting' || (filter.state && isUndecided(filter.state))
      ? await waitingCases(db, filter.state, filter)
      : await newestCases(db, filter.state, filter);
  const admin = await onlyAdmin(db, config);
  return { items: items.map((row) => toCase(row, admin)), next };
}

const ofType = ({ type }: Filter) => type && eq(reportCases.subjectType, type);

const dueFirst = cursorOf(TimeAndId);

async function waitingCases(db: Reader, state: 'waiting' | ReportState, filter: Filter) {
  const { limit, cursor } = filter;
  const after = dueFirst.decode(cursor);
  const rows = await selectCases(db)
    .where(
      and(
        sql`${reportCases.dueBy} is not null`,
        state === 'waiting' ? undefined : eq(reportCases.state, state),
        ofType(filter),
        after && sql`(${reportCases.dueBy}, ${reportCases.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(asc(reportCases.dueBy), asc(reportCases.id))
    .limit(limit + 1);
  return cutPage(rows, limit, ({ found }) =>
    dueFirst.encode([found.dueBy?.getTime() ?? 0, found.id]),
  );
}

const newestFirst = cursorOf(z.tuple([CursorId]));

async function newestCases(db: Reader, state: ReportState | undefined, filter: Filter) {
  const { limit, cursor } = filter;
  const after = newestFirst.decode(cursor);
  const rows = await selectCases(db)
    .where(
      and(
        state && eq(reportCases.state, state),
        ofType(filter),
        after && sql`${reportCases.id} < ${after[0]}`,
      ),
    )
    .orderBy(desc(reportCases.id))
    .limit(limit + 1);
  return cutPage(rows, limit, ({ found }) => newestFirst.encode([found.id]));
}

/** Returns a case with its latest decision, if any. */
export async function caseWithLastDecision(db: Reader, id: number) {
  const [row] = await db
    .select({
      found: reportCases,
      last: {
        decision: reportDecisions.decision,
        authorDecision: reportDecisions.authorDecision,
        reason: reportDecisions.reason,
      },
    })
    .from(reportCases)
    .leftJoin(reportDecisions, eq(reportDecisions.caseId, reportCases.id))
    .where(eq(reportCases.id, id))
    .orderBy(desc(reportDecisions.id))
    .limit(1);
  return row;
}

export async function caseRow(db: Reader, id: number): Promise<CaseRow | undefined> {
  const [row] = await selectCases(db).where(eq(reportCases.id, id));
  return row;
}
