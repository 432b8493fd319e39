import { sql } from 'drizzle-orm';
import { index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import type { KindCounts, ReportKind } from '#contract/safety/report-kinds.ts';
import {
  authorDecisions,
  decisions,
  reportStates,
  subjectTypes,
  type ReportView,
  type Snapshot,
} from '#contract/safety/reports.ts';
import { choice, freeText, identifier, instant, json, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/**
 * The cases that admins decide: all reports of one subject before its decision. A case names its
 * subject without a reference, so it outlives the subject.
 */
export const reportCases = pgTable(
  'report_cases',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The reference in emails to the reported side; each report has its own. */
    reference: identifier().notNull().unique(),
    subjectType: choice(subjectTypes).notNull(),
    subjectId: identifier().notNull(),
    /** The author; null once their account is deleted. */
    authorId: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** The subject's title at the first report. */
    title: freeText().notNull(),
    state: choice(reportStates).notNull().default('open'),
    /** The number of reports, in all and of each kind; both change with the rows. */
    reportCount: integer().notNull().default(0),
    kinds: json<KindCounts>().notNull().default({}),
    /** The deadline for a decision on it or its appeal; null if none is pending. */
    dueBy: instant(),
    lookedAtById: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** The latest decision. */
    decision: choice(decisions),
    authorDecision: choice(authorDecisions),
    decidedAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    uniqueIndex('report_cases_undecided')
      .on(table.subjectType, table.subjectId)
      .where(sql`state in ('open', 'looking')`),
    index('report_cases_subject').on(table.subjectType, table.subjectId, table.id),
    index('report_cases_waiting')
      .on(table.dueBy, table.id)
      .where(sql`due_by is not null`),
    index('report_cases_waiting_state')
      .on(table.state, table.dueBy, table.id)
      .where(sql`due_by is not null`),
    index('report_cases_waiting_type')
      .on(table.subjectType, table.dueBy, table.id)
      .where(sql`due_by is not null`),
    index('report_cases_waiting_type_state')
      .on(table.subjectType, table.state, table.dueBy, table.id)
      .where(sql`due_by is not null`),
    index('report_cases_decided')
      .on(table.decidedAt)
      .where(sql`due_by is null`),
    index('report_cases_state').on(table.state, table.id),
    index('report_cases_type').on(table.subjectType, table.id),
    index('report_cases_type_state').on(table.subjectType, table.state, table.id),
    index('report_cases_author').on(table.authorId, table.id),
    index('report_cases_looked_at_by').on(table.lookedAtById),
  ],
);

/** Reports, with the reported content as it was at that moment. */
export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    reference: identifier().notNull().unique(),
    caseId: integer()
      .notNull()
      .references(() => reportCases.id, { onDelete: 'cascade' }),
    /** Null for a signed-out reporter, and once their account is deleted. */
    reporterId: identifier().references(() => users.id, { onDelete: 'set null' }),
    /**
     * The address of a signed-out reporter. Anybody may have typed it, so it identifies no
     * reporter.
     */
    email: freeText(),
    kind: identifier().$type<ReportKind>().notNull(),
    details: freeText(),
    /** Null if the content did not change since the report before. */
    said: json<Snapshot>(),
    expectedBy: instant().notNull(),
    createdAt: moment(),
  },
  (table) => [
    uniqueIndex('reports_by_member')
      .on(table.caseId, table.reporterId)
      .where(sql`reporter_id is not null`),
    index('reports_case').on(table.caseId, table.id),
    index('reports_reporter').on(table.reporterId, table.id),
    index('reports_email')
      .on(table.email, table.id)
      .where(sql`email is not null`),
  ],
);

/** Decisions and their reasons: one for each case, and a second if there was an appeal. */
export const reportDecisions = pgTable(
  'report_decisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caseId: integer()
      .notNull()
      .references(() => reportCases.id, { onDelete: 'cascade' }),
    decision: choice(decisions).notNull(),
    /** The measure about the author, besides. */
    authorDecision: choice(authorDecisions),
    reason: freeText().notNull(),
    /** The end of a suspension. */
    until: instant(),
    /** Null once their account is deleted. */
    byId: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** When it became pending, and its deadline. */
    askedAt: instant().notNull(),
    dueBy: instant().notNull(),
    decidedAt: moment(),
  },
  (table) => [
    index('report_decisions_case').on(table.caseId, table.id),
    index('report_decisions_by').on(table.byId),
  ],
);

/** The only appeal against a decision. */
export const reportAppeals = pgTable(
  'report_appeals',
  {
    caseId: integer()
      .primaryKey()
      .references(() => reportCases.id, { onDelete: 'cascade' }),
    side: choice(['reporter', 'subject']).$type<ReportView['side']>().notNull(),
    /** The report of a reporter who appeals. */
    reportId: integer().references(() => reports.id, { onDelete: 'cascade' }),
    text: freeText().notNull(),
    createdAt: moment(),
  },
  (table) => [index('report_appeals_report').on(table.reportId)],
);
