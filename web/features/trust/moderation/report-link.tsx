import { Link } from 'wouter';
import { reportPath } from '#contract/safety/report-paths.ts';
import type { SubjectType } from '#contract/safety/reports.ts';
import { withNext } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

interface ReportLinkProps {
  type: SubjectType;
  id: number | string;
  children: string;
  /** For who hears the link alone, where there are many of them. */
  label?: string;
  /** The way back, where what is reported has no page of its own. */
  next?: string;
  className?: string;
}

/** Leads to the page where something is reported: there for whoever looks for it, and in nobody's way. */
export const ReportLink = ({ type, id, children, label, next, className }: ReportLinkProps) => (
  <Link
    rel="nofollow"
    aria-label={label}
    href={next ? withNext(reportPath(type, id), next) : reportPath(type, id)}
    className={cx(buttonClass({ variant: 'ghost', size: 'sm' }), className)}
  >
    {children}
  </Link>
);
