/** The paths of admin pages, in a separate file so that no other page loads them. */
export const adminPaths = {
  setup: '/setup',
  audit: '/admin/audit',
  mail: '/admin/mail',
  suppressions: '/admin/suppressions',
  letter: (id: number) => `/admin/mail/${id}`,
  legal: (page: string) => `/admin/legal/${page}`,
  report: (id: number) => `/admin/reports/${id}`,
  reportFigures: '/api/admin/reports.csv',
  pack: '/admin/papers/print',
  paper: (paper: string) => `/admin/papers/${paper}`,
  paperVersion: (paper: string, version: number | string) => `/admin/papers/${paper}/${version}`,
  donations: '/admin/donations',
  donationsSetUp: '/admin/donations/set-up',
  donationsExport: '/api/admin/donations.csv',
} as const;
