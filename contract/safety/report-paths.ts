import type { SubjectType } from './reports.ts';

/** The page of a report, in a separate file because few pages and emails link to it. */
export const reportPath = (type: SubjectType, id: number | string) => `/report/${type}/${id}`;

/**
 * The page where either side reads a decision and appeals: by the signed link of its email, or
 * signed in.
 */
export const appealPath = (reference: string, token?: string) =>
  `/appeal/${reference}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
