import { param, pages, prefetch, query } from '#web/platform/data/queries.ts';
import type { LoadContext } from '#web/platform/router/pages.ts';

const filterNames = ['actor', 'action', 'targetType', 'targetId', 'from', 'to', 'cursor'] as const;
export type AuditFilters = Partial<Record<(typeof filterNames)[number], string>>;

/** Reads the filters from the page's URL. */
export function auditFilters(search: URLSearchParams): AuditFilters {
  const entries = filterNames.flatMap((name) => {
    const value = param(search, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

export const auditPages = (filters: AuditFilters) =>
  pages('GET /api/admin/audit', { query: { ...filters, limit: 25 } });

export const auditChoices = () => query('GET /api/admin/audit/filters');

export const loadAudit = ({ client, search }: LoadContext) =>
  prefetch(client, [auditPages(auditFilters(search)), auditChoices()]);
