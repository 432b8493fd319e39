import { sql, type SQL } from 'drizzle-orm';
import { csvFile } from '#contract/platform/csv.ts';
import { londonZone } from '#contract/platform/dates.ts';
import { kindWords, reportKinds } from '#contract/safety/report-kinds.ts';
import { decisions, type Decision } from '#contract/safety/reports.ts';
import type { Reader } from '#platform/db/database.ts';
import { reportAppeals, reportDecisions, reports } from '../tables.ts';

const decisionWords: Record<Decision, string> = {
  nothing: 'Not upheld',
  hide: 'Hidden',
  delete: 'Deleted',
  warn: 'Warned',
  suspend: 'Suspended',
  ban: 'Banned',
  police: 'Handed to police or a hotline',
};

/** A month in London, '2026-11'. */
const monthOf = (moment: SQL | typeof reports.createdAt) =>
  sql<string>`to_char(${moment} at time zone ${sql.raw(`'${londonZone}'`)}, 'YYYY-MM')`;

/** The headings of the columns. */
export const figuresHead = [
  'Month',
  'Reports',
  ...reportKinds.map((kind) => kindWords[kind]),
  'Decisions',
  'Median hours to a decision',
  'Decided in time',
  ...decisions.map((decision) => decisionWords[decision]),
  'Appeals',
  'Appeals decided',
  'Decisions changed on appeal',
];

/** Returns a row for each month with any activity, earliest first. */
export async function figuresAsCsv(db: Reader): Promise<string> {
  const figures = [await reportedIn(db), await decidedIn(db), await appealedIn(db)];
  const months = [...new Set(figures.flatMap((each) => [...each.keys()]))].toSorted();
  const rows = months.map((month) => [
    month,
    ...cellsOf(figures[0]?.get(month), 1 + reportKinds.length),
    ...cellsOf(figures[1]?.get(month), 3 + decisions.length),
    ...cellsOf(figures[2]?.get(month), 3),
  ]);
  return csvFile([figuresHead, ...rows]);
}

type ByMonth = Map<string, (number | null)[]>;

/** Zeros for a month without any. */
const cellsOf = (cells: (number | null)[] | undefined, count: number) =>
  cells ?? Array.from({ length: count }, () => 0);

async function reportedIn(db: Reader): Promise<ByMonth> {
  const month = monthOf(reports.createdAt);
  const rows = await db
    .select({ month, kind: reports.kind, count: sql<number>`count(*)::int` })
    .from(reports)
    .groupBy(month, reports.kind);
  const byMonth = Map.groupBy(rows, (row) => row.month);
  return mapValues(byMonth, (ofMonth) => {
    const counts = reportKinds.map((kind) => countIn(ofMonth, (row) => row.kind === kind));
    return [countIn(ofMonth, () => true), ...counts];
  });
}

/** Leaves out decisions on appeals, which are counted separately. */
const isFirst = sql`not exists (select 1 from ${reportDecisions} earlier
  where earlier.case_id = ${reportDecisions.caseId} and earlier.id < ${reportDecisions.id})`;

async function decidedIn(db: Reader): Promise<ByMonth> {
  const month = monthOf(sql`${reportDecisions.decidedAt}`);
  const hours = sql`extract(epoch from ${reportDecisions.decidedAt} - ${reportDecisions.askedAt}) / 3600`;
  const within = await db
    .select({
      month,
      all: sql<number>`count(*)::int`,
      median: sql<number>`round((percentile_cont(0.5) within group (order by ${hours}))::numeric, 1)::double precision`,
      inTime: sql<number>`(count(*) filter (where ${reportDecisions.decidedAt} <= ${reportDecisions.dueBy}))::int`,
    })
    .from(reportDecisions)
    .where(isFirst)
    .groupBy(month);
  const countsOf = (
    part: typeof reportDecisions.decision | typeof reportDecisions.authorDecision,
  ) =>
    db
      .select({ month, decision: part, count: sql<number>`count(*)::int` })
      .from(reportDecisions)
      .where(isFirst)
      .groupBy(month, part);
  // A decision counts once for each part: what is hidden, and what happens to its author.
  const outcomes = [
    ...(await countsOf(reportDecisions.decision)),
    ...(await countsOf(reportDecisions.authorDecision)),
  ];
  return new Map(
    within.map((row) => {
      const own = outcomes.filter((each) => each.month === row.month);
      const counts = decisions.map((decision) =>
        countIn(own, (each) => each.decision === decision),
      );
      return [row.month, [row.all, row.median, row.inTime, ...counts]];
    }),
  );
}

async function appealedIn(db: Reader): Promise<ByMonth> {
  const made = monthOf(sql`${reportAppeals.createdAt}`);
  const ended = monthOf(sql`last.decided_at`);
  const appeals = await db
    .select({ month: made, count: sql<number>`count(*)::int` })
    .from(reportAppeals)
    .groupBy(made);
  const { rows: ends } = await db.execute<{ month: string; decided: number; changed: number }>(sql`
    select ${ended} as month, count(*)::int as decided,
      (count(*) filter (where (last.decision, last.author_decision)
        is distinct from (first.decision, first.author_decision)))::int as changed
    from ${reportDecisions} last join ${reportDecisions} first
      on first.case_id = last.case_id and first.id < last.id
    group by 1`);
  const months = new Set([...appeals, ...ends].map(({ month }) => month));
  return new Map(
    [...months].map((month) => {
      const end = ends.find((each) => each.month === month);
      const count = countIn(appeals, (each) => each.month === month);
      return [month, [count, end?.decided ?? 0, end?.changed ?? 0]];
    }),
  );
}

const countIn = <Row extends { count: number }>(rows: Row[], counts: (row: Row) => boolean) =>
  rows.filter(counts).reduce((sum, { count }) => sum + count, 0);

const mapValues = <Key, Value, Other>(map: Map<Key, Value>, change: (value: Value) => Other) =>
  new Map([...map].map(([key, value]) => [key, change(value)]));
