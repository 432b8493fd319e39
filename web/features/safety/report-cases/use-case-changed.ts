import { useQueryClient } from '@tanstack/react-query';
import type { ReportCaseDetail } from '#contract/safety/reports.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';
import { caseQuery } from './admin-queries.ts';

/** Caches the changed case and reloads everything that the decision affects. */
export function useCaseChanged(id: number) {
  const client = useQueryClient();
  return (changed: ReportCaseDetail) => {
    client.setQueryData(caseQuery(String(id)).queryKey, changed);
    void refresh(
      client,
      '/api/admin/reports?',
      '/api/admin/users',
      '/api/admin/groups',
      '/api/admin/events',
      '/api/admin/comments',
    );
    void refreshSite(client);
  };
}
