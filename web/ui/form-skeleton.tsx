import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

/** Shown while a form loads. */
export const FormSkeleton = ({
  label,
  className,
}: {
  /** The name of the loading content, for screen readers. */
  label: string;
  className?: string | undefined;
}) => (
  <div role="status" aria-label={label} className={cx('flex max-w-xl flex-col gap-6', className)}>
    {Array.from({ length: 5 }, (_, index) => (
      <div key={index} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-11" />
      </div>
    ))}
  </div>
);
