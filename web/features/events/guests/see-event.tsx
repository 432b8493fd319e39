import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

export const SeeEvent = ({ id }: { id: number }) => (
  <Link
    href={paths.event(id)}
    className={cx(buttonClass({ size: 'lg', variant: 'outline' }), 'mt-6')}
  >
    See the event
  </Link>
);
