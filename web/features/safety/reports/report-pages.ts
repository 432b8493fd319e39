import { prefetch } from '#web/platform/data/queries.ts';
import { privately, screen } from '#web/platform/head/head.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';
import { blockPages } from '#web/features/trust/blocks/queries.ts';
import { referenceIn, reportQuery, subjectQuery } from './queries.ts';

const subjectOf = ({ params }: LoadContext) => subjectQuery(params.type ?? '', params.id ?? '');

const report = ({ params, search }: LoadContext) =>
  reportQuery(params.reference ?? '', search.get('token') ?? undefined);

/** Pages to complain, to report something, to see the outcome, and for admins to decide. */
export const reportPages: readonly Page[] = [
  {
    path: '/complaints',
    module: './features/safety/complaints/complaints-page.tsx',
    head: screen(
      'Complaints',
      "How to complain about your data or about content, when we'll answer and who else can help.",
    ),
  },
  {
    path: '/report/:type/:id',
    module: './features/safety/reports/report-page.tsx',
    head: privately('Report'),
    subject: subjectOf,
    load: (context) =>
      prefetch(context.client, [subjectOf(context), ...(context.signedIn ? [blockPages()] : [])]),
  },
  {
    path: '/appeal',
    module: './features/safety/reports/report-number-page.tsx',
    head: privately('Find a report or appeal'),
    load: async ({ client, search }) => {
      const reference = referenceIn(search);
      if (reference) await prefetch(client, [reportQuery(reference, undefined)]);
    },
  },
  {
    path: '/appeal/:reference',
    module: './features/safety/reports/appeal-page.tsx',
    head: privately('Your report'),
    load: (context) => prefetch(context.client, [report(context)]),
  },
  {
    path: '/admin/reports/:id',
    module: './features/safety/report-cases/case-page.tsx',
    guard: 'admin',
    head: privately('Report'),
    load: async (context) =>
      (await import('#web/features/safety/report-cases/admin-queries.ts')).loadCase(context),
  },
];
