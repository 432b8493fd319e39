import type { SubjectType } from './reports.ts';

/** Where something is reported. Apart, as what few pages and some letters lead to. */
export const reportPath = (type: SubjectType, id: number | string) => `/report/${type}/${id}`;

/** Where either side reads a decision and appeals it: by the signed link of its letter, or from the account. */
export const appealPath = (reference: string, token?: string) =>
  `/appeal/${reference}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
