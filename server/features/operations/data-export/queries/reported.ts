import { and, eq, or, sql } from 'drizzle-orm';
import {
  reportAppeals,
  reportCases,
  reportDecisions,
  reports,
} from '#features/safety/reports/tables.ts';
import { without, type Holding } from './holding.ts';

/** The member's reports, reports about them, and their appeals; names nobody else. */
export const reportHoldings = (userId: string): Holding[] => [
  {
    name: 'reports',
    about: 'what you reported, and what became of it',
    from: reports,
    join: { table: reportCases, on: eq(reportCases.id, reports.caseId) },
    own: eq(reports.reporterId, userId),
    key: reports.id,
    columns: {
      about: reportCases.subjectType,
      title: sql`case when ${reportCases.subjectType} in ('event', 'group')
        and coalesce(${reportCases.decision}, '') not in ('hide', 'delete', 'police') then ${reportCases.title} end`,
      state: reportCases.state,
      decision: reportCases.decision,
      ...without(reports, 'id', 'caseId', 'reporterId', 'email', 'said'),
    },
  },
  {
    name: 'reports-about-you',
    about: 'what others reported of you and of what is yours, but not who',
    from: reportCases,
    own: and(
      eq(reportCases.authorId, userId),
      // Only the police may reveal that they have a case.
      sql`not (${reportCases.subjectType} = 'user' and ${reportCases.decision} is not distinct from 'police')`,
    ),
    key: reportCases.id,
    columns: {
      about: reportCases.subjectType,
      decision: sql`nullif(replace(coalesce(${reportCases.decision}, ''), 'police', 'hide'), '')`,
      ...without(
        reportCases,
        'id',
        'subjectId',
        'authorId',
        'lookedAtById',
        'subjectType',
        'decision',
      ),
    },
  },
  {
    name: 'report-decisions',
    about: 'what you decided on reports as an admin',
    from: reportDecisions,
    own: eq(reportDecisions.byId, userId),
    key: reportDecisions.id,
    columns: without(reportDecisions, 'byId'),
  },
  {
    name: 'appeals',
    about: 'what you wrote against what was decided on a report',
    from: reportAppeals,
    own: or(
      sql`${reportAppeals.reportId} in (select id from ${reports} where ${eq(reports.reporterId, userId)})`,
      sql`${reportAppeals.side} = 'subject' and ${reportAppeals.caseId} in (select id from ${reportCases} where ${eq(reportCases.authorId, userId)})`,
    ),
    key: reportAppeals.caseId,
    columns: { text: reportAppeals.text, createdAt: reportAppeals.createdAt },
  },
];
