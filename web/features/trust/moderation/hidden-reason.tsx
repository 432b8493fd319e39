import { Link } from 'wouter';
import { appealPath } from '#contract/safety/report-paths.ts';
import type { HiddenItem } from '#contract/safety/hidden.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** Shows why something is hidden, with a link to appeal or to see the decision. */
export const HiddenReason = ({ item }: { item: HiddenItem }) => (
  <>
    <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
      Reason: {item.reason}
    </p>
    <p className="mt-3">
      <Link
        href={appealPath(item.reference)}
        aria-label={`${linkText(item)}: ${item.subject.title}`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        {linkText(item)}
      </Link>
    </p>
  </>
);

const linkText = ({ can }: HiddenItem) => (can.appeal ? 'Appeal' : 'See the decision');
