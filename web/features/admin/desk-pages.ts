import { paths } from '../../../contract/paths.ts';

interface DeskPage {
  href: string;
  label: string;
}

/** Pages of the desk beside its tabs. */
export const deskPages: readonly DeskPage[] = [
  { href: paths.adminAudit, label: 'Audit Log' },
  { href: paths.adminMail, label: 'Mail' },
  { href: paths.adminDonations, label: 'Donations' },
];
