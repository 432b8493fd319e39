import type { SubjectType } from '#contract/safety/reports.ts';
import { pages, query } from '#web/platform/data/queries.ts';

export const subjectQuery = (type: string, id: string) =>
  query('GET /api/reports/subject/:type/:id', { params: { type: type as SubjectType, id } });

export const reportQuery = (reference: string, token?: string) =>
  query('GET /api/reports/:reference', { params: { reference }, query: { token } });

/** The member's own reports, newest first. */
export const ownReportPages = () => pages('GET /api/user/reports', { query: { limit: 5 } });

/** Returns the number that somebody has typed, as emails write it; undefined for none. */
export const referenceIn = (search: URLSearchParams): string | undefined =>
  search.get('number')?.replace(/\s+/g, '').toUpperCase() || undefined;
