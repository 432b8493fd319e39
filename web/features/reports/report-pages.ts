import { prefetch } from '../../platform/data/queries.ts';
import { privately } from '../../platform/head/head.ts';
import type { LoadContext, Page } from '../../platform/router/pages.ts';
import { blockPages } from '../blocks/queries.ts';
import { reportQuery, subjectQuery } from './queries.ts';

const subject = ({ params }: LoadContext) => subjectQuery(params.type ?? '', params.id ?? '');

const report = ({ params, search }: LoadContext) =>
  reportQuery(params.reference ?? '', search.get('token') ?? undefined);

/** Where something is reported, where its two sides see what came of it, and where an admin decides. */
export const reportPages: readonly Page[] = [
  {
    path: '/report/:type/:id',
    module: './features/reports/report-page.tsx',
    head: privately('Report'),
    subject,
    load: (context) =>
      prefetch(context.client, [subject(context), ...(context.signedIn ? [blockPages()] : [])]),
  },
  {
    path: '/appeal/:reference',
    module: './features/reports/appeal-page.tsx',
    head: privately('Your Report'),
    load: (context) => prefetch(context.client, [report(context)]),
  },
  {
    path: '/admin/reports/:id',
    module: './features/reports/case-page.tsx',
    guard: 'admin',
    head: privately('Report'),
    load: async (context) => (await import('../report-cases/admin-queries.ts')).loadCase(context),
  },
];
