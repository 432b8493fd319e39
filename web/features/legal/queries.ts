import type { LegalPage } from '../../../contract/settings.ts';
import { query } from '../../platform/data/queries.ts';

export const legalText = (page: LegalPage) => query('GET /api/legal/:page', { params: { page } });

export const legalTitles: Record<LegalPage, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  cookies: 'Cookie Policy',
};
