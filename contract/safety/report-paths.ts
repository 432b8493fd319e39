import type { SubjectType } from './reports.ts';

/** The page for a report. It has a file of its own, because few pages and emails link to it. */
export const reportPath = (type: SubjectType, id: number | string) => `/report/${type}/${id}`;

/**
 * The page where either side reads a decision and appeals: by the signed link of its email, or from
 * the account.
 */
export const appealPath = (reference: string, token?: string) =>
  `/appeal/${reference}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
