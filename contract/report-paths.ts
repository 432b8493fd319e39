/** What can be reported, by the word its address has for it. */
export const reportableTypes = ['event', 'group', 'comment', 'user'] as const;
export type ReportableType = (typeof reportableTypes)[number];

/** Where something is reported. Apart, as what few pages and some letters lead to. */
export const reportPath = (type: ReportableType, id: number | string) => `/report/${type}/${id}`;

/** Where a decision is appealed: by the signed link of its letter, or from the account. */
export const appealPath = (reference: string, token?: string) =>
  `/appeal/${reference}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
