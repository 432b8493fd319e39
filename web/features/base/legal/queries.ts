import type { LegalPage } from '#contract/base/settings.ts';
import { query } from '#web/platform/data/queries.ts';

export const legalText = (page: LegalPage) => query('GET /api/legal/:page', { params: { page } });

export const legalTitles: Record<LegalPage, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  cookies: 'Cookie Policy',
};
