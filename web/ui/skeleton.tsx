import { cardShape } from './card.tsx';
import { cx } from './cx.ts';

interface SkeletonProps {
  className?: string | undefined;
}

/** A grey shape; say beside it, once, that something is loading. */
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

/** A form of five fields that has not come yet. */
export const FormSkeleton = ({
  label,
  className,
}: {
  /** What is being loaded; read out. */
  label: string;
  className?: string | undefined;
}) => (
  <div role="status" aria-label={label} className={cx('flex max-w-xl flex-col gap-6', className)}>
    {Array.from({ length: 5 }, (_, place) => (
      <div key={place} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-11" />
      </div>
    ))}
  </div>
);

export function CardSkeleton({ kind }: { kind: 'event' | 'group' }) {
  return (
    <div aria-hidden="true" className={cardShape.shell}>
      <div className={cardShape.cover}>
        <Skeleton className="aspect-video rounded-none" />
      </div>
      <div className={cardShape.body}>
        <div
          className={cx(
            cardShape.words,
            kind === 'event' ? cardShape.wordsWithDate : cardShape.wordsAlone,
          )}
        >
          {kind === 'event' && (
            <div className={cardShape.dateRow}>
              <Skeleton className="relative -mt-8 h-20 w-16 ring-2 ring-card" />
              <SkeletonText lines={2} className="grow pt-1" />
            </div>
          )}
          <Skeleton className="mt-1 h-5 w-11/12" />
          <Skeleton className="h-5 w-1/2" />
          <SkeletonText lines={2} className="mt-1" />
        </div>
        <div className={cardShape.footer}>
          <Skeleton className="h-5 w-24" />
        </div>
      </div>
    </div>
  );
}
