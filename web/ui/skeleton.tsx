import { cx } from './cx.ts';

interface SkeletonProps {
  className?: string | undefined;
}

/** A grey placeholder. Announce once beside it that content is loading. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-[breathe_1.6s_ease-in-out_infinite] rounded-card bg-sunken forced-colors:border',
        className,
      )}
    />
  );
}

export function SkeletonText({
  lines = 3,
  className,
}: {
  lines?: number | undefined;
  className?: string | undefined;
}) {
  return (
    <div aria-hidden="true" className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-4', line === lines - 1 && lines > 1 && 'w-3/5')} />
      ))}
    </div>
  );
}
