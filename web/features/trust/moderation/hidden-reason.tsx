import { Link } from 'wouter';
import { appealPath } from '#contract/safety/report-paths.ts';
import type { HiddenItem } from '#contract/safety/hidden.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** Why something is hidden, and the way to appeal, or to what became of the appeal. */
export const HiddenReason = ({ thing }: { thing: HiddenItem }) => (
  <>
    <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
      Reason: {thing.reason}
    </p>
    <p className="mt-3">
      <Link
        href={appealPath(thing.reference)}
        aria-label={`${wayOn(thing)}: ${thing.subject.title}`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        {wayOn(thing)}
      </Link>
    </p>
  </>
);

const wayOn = ({ can }: HiddenItem) => (can.appeal ? 'Appeal' : 'See the decision');
