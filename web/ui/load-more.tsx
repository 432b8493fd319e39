import type { MouseEvent } from 'react';
import { Button, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { isPlainClick } from './plain-click.ts';
import { Spinner } from './spinner.tsx';

interface LoadMoreProps {
  label: string;
  /** The next page's URL, if it has one. The link works without JavaScript and in a new tab. */
  href?: string;
  busy: boolean;
  onMore: () => void;
  className?: string | undefined;
}

const busyLabel = 'Loading...';

/** Loads a list's next page. */
export function LoadMore({ label, href, busy, onMore, className }: LoadMoreProps) {
  return (
    <div className={cx('flex justify-center', className)}>
      {href === undefined ? (
        <Button variant="outline" busy={busy} busyLabel={busyLabel} onClick={onMore}>
          {label}
        </Button>
      ) : (
        <NextPage label={label} href={href} busy={busy} onMore={onMore} />
      )}
    </div>
  );
}

function NextPage({ label, href, busy, onMore }: LoadMoreProps & { href: string }) {
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!busy) onMore();
  };
  return (
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
  );
}
