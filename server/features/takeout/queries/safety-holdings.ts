import { and, eq, or, sql } from 'drizzle-orm';
import { blocks } from '../../blocks/tables.ts';
import { complaints } from '../../complaints/tables.ts';
import { paperVersions } from '../../papers/tables.ts';
import { reportAppeals, reportCases, reportDecisions, reports } from '../../reports/tables.ts';
import { type Holding, without } from './holding.ts';

/** What is held of somebody for the safety of all: whom they blocked, what they reported, complained of and decided. */
export const safetyHoldingsOf = (userId: string): Holding[] => [
  {
    name: 'blocked',
    about: 'whom you have blocked, by their id, and since when',
    from: blocks,
    own: eq(blocks.userId, userId),
    key: blocks.blockedId,
    columns: without(blocks, 'userId'),
  },
  {
    name: 'complaints',
    about: 'what you complained of to us, and what came of it',
    from: complaints,
    own: eq(complaints.userId, userId),
    key: complaints.id,
    columns: without(complaints, 'id', 'userId', 'warnedOnDay', 'answeredById'),
  },
  {
    name: 'reports',
    about: 'what you reported, and what became of it',
    from: reports,
    join: { table: reportCases, on: eq(reportCases.id, reports.caseId) },
    own: eq(reports.reporterId, userId),
    key: reports.id,
    columns: {
      about: reportCases.subjectType,
      title: sql`case when ${reportCases.subjectType} in ('event', 'group') then ${reportCases.title} end`,
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
      // What is with the police is theirs to tell.
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
  {
    name: 'papers',
    about: 'the papers of this site that you saved, with your answers',
    from: paperVersions,
    own: eq(paperVersions.savedById, userId),
    key: paperVersions.id,
    columns: without(paperVersions, 'id', 'facts', 'markdown', 'savedById'),
  },
];
