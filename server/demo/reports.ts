import { asc, sql } from 'drizzle-orm';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { day, hour } from '#contract/platform/durations.ts';
import type { ReportKind } from '#contract/safety/report-kinds.ts';
import { comments } from '#features/events/comments/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { subjectOf, type SubjectKey } from '#features/safety/reports/queries/subjects.ts';
import { reportCases, reportDecisions, reports } from '#features/safety/reports/tables.ts';
import { groupedCode } from '#platform/crypto/readable-code.ts';
import type { Transaction } from '#platform/db/database.ts';

interface DemoReport {
  by: string | null;
  kind: ReportKind;
  details: string;
  hoursAgo: number;
}

/** Three reports in the admins' queue: one new, one in review, one decided. */
export async function addReports(
  tx: Transaction,
  people: { admin: string; member: string },
  now: Date,
): Promise<void> {
  const newest = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(sql`${comments.userId} not in (${people.admin}, ${people.member})`)
    .orderBy(asc(comments.id))
    .limit(2);
  const [event] = await tx
    .select({ id: events.id })
    .from(events)
    .where(sql`${events.status} = 'scheduled' and ${events.startTime} > ${now}`)
    .orderBy(asc(events.startTime), asc(events.id))
    .limit(1);
  const [first, second] = newest;
  if (!first || !second || !event) return;
  await addCase(
    tx,
    { type: 'event', id: String(event.id) },
    {
      by: null,
      kind: 'not_as_described',
      details: 'The hall says that nothing is booked for that evening.',
      hoursAgo: 30,
    },
    now,
  );
  const looking = await addCase(
    tx,
    { type: 'comment', id: String(first.id) },
    {
      by: people.member,
      kind: 'other',
      details: 'This was asked in every thread this week, and is not about the event.',
      hoursAgo: 5,
    },
    now,
  );
  await tx
    .update(reportCases)
    .set({ state: 'looking', lookedAtById: people.admin })
    .where(sql`${reportCases.id} = ${looking}`);
  const ended = await addCase(
    tx,
    { type: 'comment', id: String(second.id) },
    { by: people.member, kind: 'spam', details: 'Looks like an advert to me.', hoursAgo: 96 },
    now,
  );
  await decideNothing(tx, ended, people.admin, now);
}

async function addCase(
  tx: Transaction,
  { type, id }: SubjectKey,
  { by, kind, details, hoursAgo }: DemoReport,
  now: Date,
): Promise<number> {
  const subject = await subjectOf(tx, { type, id });
  if (!subject) throw new Error('what is reported is not there');
  const createdAt = new Date(now.getTime() - hoursAgo * hour);
  const dueBy = new Date(createdAt.getTime() + 7 * day);
  const [added] = await tx
    .insert(reportCases)
    .values({
      reference: groupedCode(10, 5),
      subjectType: type,
      subjectId: id,
      authorId: subject.authorId,
      title: subject.snapshot.title,
      reportCount: 1,
      kinds: { [kind]: 1 },
      dueBy,
      createdAt,
    })
    .returning({ id: reportCases.id });
  const caseId = added?.id ?? 0;
  await tx.insert(reports).values(
    cleanTexts({
      reference: groupedCode(10, 5),
      caseId,
      reporterId: by,
      kind,
      details,
      said: subject.snapshot,
      expectedBy: dueBy,
      createdAt,
    }),
  );
  return caseId;
}

async function decideNothing(
  tx: Transaction,
  caseId: number,
  byId: string,
  now: Date,
): Promise<void> {
  const decidedAt = new Date(now.getTime() - 2 * day);
  await tx.insert(reportDecisions).values(
    cleanTexts({
      caseId,
      decision: 'nothing',
      reason: 'It is about the group’s own event, and sells nothing.',
      byId,
      askedAt: new Date(now.getTime() - 4 * day),
      dueBy: new Date(now.getTime() + 3 * day),
      decidedAt,
    }),
  );
  await tx
    .update(reportCases)
    .set({ state: 'not_upheld', decision: 'nothing', decidedAt, dueBy: null, lookedAtById: byId })
    .where(sql`${reportCases.id} = ${caseId}`);
}
