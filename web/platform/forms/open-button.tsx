import { useId } from 'react';
import type { ApiKey } from '#contract/api.ts';
import { closedOnDemo } from '#contract/demo-closed.ts';
import { useSite } from '#web/platform/site.tsx';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

/** Returns why this site refuses a call before anybody makes it; undefined where it takes it. */
export function useClosedReason(): (key: ApiKey) => string | undefined {
  const { publicDemo } = useSite();
  return (key) => (publicDemo ? closedOnDemo(key) : undefined);
}

/** A button that leads to a call. Where a demonstration refuses the call, it says so instead. */
export function OpenButton({ call, ...button }: ButtonProps & { call: ApiKey }) {
  const id = useId();
  const reason = useClosedReason()(call);
  if (reason === undefined) return <Button {...button} />;
  const { onClick: _, className, busy: __, ...look } = button;
  return (
    <span className={cx('inline-flex flex-col items-start gap-1.5', className)}>
      {/* Still reached by the keyboard, so that its reason is read. */}
      <Button
        {...look}
        type="button"
        className="cursor-not-allowed opacity-60"
        aria-disabled
        aria-describedby={id}
      />
      <span id={id} className="text-sm text-muted">
        {reason}
      </span>
    </span>
  );
}
