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
  /** The accessible name, where a page has many of these links. */
  label?: string;
  /** The path to return to, where the subject has no page of its own. */
  next?: string;
  className?: string;
}

/** Links to the report form of a subject. */
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
