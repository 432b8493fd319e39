import type { LegalPage } from '#contract/base/settings.ts';
import type { LoadContext } from '#web/platform/router/pages.ts';
import { pages, prefetch, query } from '#web/platform/data/queries.ts';

export const settingsQuery = () => query('GET /api/admin/settings');
export const backupQuery = () => query('GET /api/admin/backup');
export const invitationPages = () => pages('GET /api/admin/invitations', { query: { limit: 20 } });

/** A legal page's Markdown, with its placeholders. */
export const legalSource = (page: LegalPage) =>
  query('GET /api/admin/legal/:page', { params: { page } });

/** Prefetches a legal page's source and the values of its placeholders. */
export const loadLegalSource = ({ client }: LoadContext, page: LegalPage) =>
  prefetch(client, [legalSource(page), settingsQuery()]);
