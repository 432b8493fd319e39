import { asc } from 'drizzle-orm';
import { reportCases, reports } from '#features/safety/reports/tables.ts';
import type { TestApp } from '#tests/support/app.ts';
import { reportBody } from '#tests/support/reports.ts';

interface Words {
  reporter: string;
  reporterMail: string;
  strangerMail: string;
  details: string;
  appeal: string;
}

/**
 * Creates a report, a decision and an appeal by an account that appears nowhere else, and by a
 * stranger.
 */
export async function plantReported(
  app: TestApp,
  word: Words,
  event: { id: number },
  holder: { id: string },
) {
  const { make, db } = app;
  const reporter = await make.user({ firstName: word.reporter, email: word.reporterMail });
  const admin = await app.as(await make.admin());
  const own = await app.as(reporter);
  const { body } = reportBody('event', event);
  await own.call('POST /api/reports', { body: { ...body, details: word.details } });
  await app.visitor().call('POST /api/reports', { body: { ...body, email: word.strangerMail } });
  const { reference } = (await own.call('POST /api/reports', reportBody('user', holder))).body;
  const [, second] = await db.select().from(reportCases).orderBy(asc(reportCases.id));
  await admin.call('PATCH /api/admin/reports/:id', {
    params: { id: second?.id ?? 0 },
    body: { decision: 'warn', reason: 'Please be kind.' },
  });
  await own.call('POST /api/reports/:reference/appeal', {
    params: { reference },
    body: { text: word.appeal },
  });
  const [cases, made] = [await db.select().from(reportCases), await db.select().from(reports)];
  return {
    reporter,
    cases: cases.map(({ id }) => id),
    references: [...cases, ...made].map((row) => row.reference),
  };
}
