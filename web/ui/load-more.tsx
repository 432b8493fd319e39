import type { MouseEvent } from 'react';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

interface LoadMoreProps {
  /** The next page's address: where the link leads before JavaScript has arrived, or in a new tab. */
  href: string;
  label: string;
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  onMore: () => void;
  className?: string | undefined;
}

export function LoadMore({
  href,
  label,
  busy = false,
  busyLabel = 'Loading...',
  onMore,
  className,
}: LoadMoreProps) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    if (!busy) onMore();
  };
  return (
    <div className={cx('flex justify-center', className)}>
      <a
        href={href}
        onClick={click}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        className={buttonClass({ variant: 'outline' })}
      >
        {busy ? (
          <span className="hold-label" data-hold={label}>
            <span>
              <Spinner />
              {busyLabel}
            </span>
          </span>
        ) : (
          label
        )}
      </a>
    </div>
  );
}
