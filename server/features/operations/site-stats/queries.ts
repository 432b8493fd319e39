import { and, countDistinct, eq, gt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countedUpTo, type PendingCounts } from '#contract/operations/site-stats.ts';
import type { Reader } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { memoizeFor } from '#platform/db/memoize.ts';
import type { Viewer } from '#platform/viewer.ts';
import { pendingComments, pendingMessages } from '#features/events/pending-review/queries.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { idsToReview } from '#features/community/groups/queries/groups.ts';
import { imports } from '#features/events/imports/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { reportCases } from '#features/safety/reports/tables.ts';
import { minute } from '#contract/platform/durations.ts';

/** Cached: the counts are equal for everyone and too expensive to repeat for each visitor. */
export const currentSiteStats = memoizeFor(5 * minute, countSite);

async function countSite(db: Reader, now: Date) {
  const [ahead] = await db
    .select({ upcomingEvents: sql<number>`count(*)::int`, towns: countDistinct(events.town) })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(
      and(
        sql`${events.status} = 'scheduled'`,
        sql`${groups.status} = 'approved'`,
        gt(events.startTime, now),
      ),
    );
  const approved = await db.$count(groups, sql`${groups.status} = 'approved'`);
  return { groups: approved, upcomingEvents: ahead?.upcomingEvents ?? 0, towns: ahead?.towns ?? 0 };
}

/** Counts the items that only admins decide. */
export async function pendingForAdmins(db: Reader): Promise<NonNullable<PendingCounts['admin']>> {
  const [counts] = await awaitingAdmins(db).execute();
  if (!counts) throw new Error('a count returned no row');
  return counts;
}

/**
 * Counts the items awaiting the viewer: requests to join their groups, suggested events, and for
 * admins the items that only they decide.
 */
export async function pendingCountsFor(db: Reader, viewer: Viewer): Promise<PendingCounts> {
  const [requests, suggestions, admin] = await Promise.all([
    requestsTo(db).execute({ viewer: viewer.id }),
    suggestionsTo(db).execute({ viewer: viewer.id }),
    viewer.role === 'admin' ? pendingForAdmins(db) : undefined,
  ]);
  return { requests, ...(suggestions.length > 0 && { suggestions }), ...(admin && { admin }) };
}

/** The groups that the viewer organises; a hidden one only for its owner. */
const isOrganised = () =>
  and(
    eq(memberships.userId, sql.placeholder('viewer')),
    sql`${memberships.isOrganizer}`,
    sql`(${groups.status} <> 'hidden' or ${groups.createdById} = ${sql.placeholder('viewer')})`,
  );

const suggestionsTo = (db: Reader) =>
  statement(db, 'waiting_suggestions', (sqlDb) =>
    sqlDb
      .select({ groupId: groups.id, name: groups.name, importId: imports.id })
      .from(memberships)
      .innerJoin(groups, eq(groups.id, memberships.groupId))
      .innerJoin(imports, eq(imports.groupId, groups.id))
      .where(and(isOrganised(), sql`${imports.suggested} and ${imports.publishedAt} is null`))
      .orderBy(groups.id)
      .limit(countedUpTo),
  );

const requestsTo = (db: Reader) =>
  statement(db, 'waiting_requests', (sqlDb) => {
    const request = alias(memberships, 'request');
    const waiting = sqlDb
      .select({ groupId: request.groupId })
      .from(request)
      .where(and(eq(request.groupId, memberships.groupId), sql`${request.status} = 'pending'`))
      .limit(countedUpTo)
      .as('waiting');
    return sqlDb
      .select({ groupId: groups.id, name: groups.name, count: sql<number>`count(*)::int` })
      .from(memberships)
      .innerJoin(groups, eq(groups.id, memberships.groupId))
      .crossJoinLateral(waiting)
      .where(isOrganised())
      .groupBy(groups.id)
      .orderBy(groups.id);
  });

/** The rows that await admins. */
export const rowsAwaitingAdmins = {
  groups: sql`${idsToReview} to_review`,
  comments: pendingComments,
  messages: pendingMessages,
  complaints: sql`${complaints} where ${complaints.answeredAt} is null`,
  reports: sql`${reportCases} where ${reportCases.dueBy} is not null`,
};

const awaitingAdmins = (db: Reader) =>
  statement(db, 'waiting_for_admins', (sqlDb) =>
    sqlDb
      .select({
        groups: cappedCount(rowsAwaitingAdmins.groups),
        comments: cappedCount(rowsAwaitingAdmins.comments),
        messages: cappedCount(rowsAwaitingAdmins.messages),
        complaints: cappedCount(rowsAwaitingAdmins.complaints),
        reports: cappedCount(rowsAwaitingAdmins.reports),
      })
      .from(sql`(values (0)) one`),
  );

const cappedCount = (from: SQL) =>
  sql<number>`(select count(*)::int from (select from ${from} limit ${sql.raw(String(countedUpTo))}) counted)`;
