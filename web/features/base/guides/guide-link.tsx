import { Link } from 'wouter';
import { guidePath, guides, type GuideName } from '#contract/base/guides.ts';
import { cx } from '#web/ui/cx.ts';

/** Links a screen to the guide about it: 'Guide: Your first event'. */
export const GuideLink = ({ guide, className }: { guide: GuideName; className?: string }) => (
  <Link
    href={guidePath(guide)}
    className={cx('link inline-flex min-h-9 items-center text-sm print:hidden', className)}
  >
    Guide: {guides[guide].title}
  </Link>
);
