import { adminPaths } from '#contract/operations/admin-paths.ts';

interface AdminPageLink {
  href: string;
  label: string;
}

/** Admin pages linked beside the panel's tabs. */
export const adminPages: readonly AdminPageLink[] = [
  { href: adminPaths.audit, label: 'Audit log' },
  { href: adminPaths.mail, label: 'Mail' },
  { href: adminPaths.donations, label: 'Donations' },
];
