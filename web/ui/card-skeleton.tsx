import { cx } from './cx.ts';
import { Skeleton, SkeletonText } from './skeleton.tsx';

export type CardKind = 'event' | 'group';

/** Shown while a card loads. */
export function CardSkeleton({ kind }: { kind: CardKind }) {
  return (
    <div aria-hidden="true" className="card">
      <Skeleton className="aspect-video rounded-b-none" />
      <div>
        {kind === 'event' && (
          <div className="card-date">
            <Skeleton className="h-20 w-16 outline-2 outline-card" />
            <SkeletonText lines={2} className="grow pt-1" />
          </div>
        )}
        <Skeleton className="my-0.5 h-5.5 w-11/12" />
        {kind === 'group' && <Skeleton className="h-5.5 w-1/3" />}
        <SkeletonText lines={2} className="py-0.5" />
        <div className={cx('card-foot', kind === 'group' && 'min-h-10.5')}>
          <Skeleton className="h-5 w-24" />
        </div>
      </div>
    </div>
  );
}

interface CardSkeletonsProps {
  kind: CardKind;
  count: number;
  className: string;
}

/** Skeletons of a list of cards that is loading. */
export function CardSkeletons({ kind, count, className }: CardSkeletonsProps) {
  return (
    <div role="status" aria-label={`Loading ${kind}s`}>
      <div className={className}>
        {Array.from({ length: count }, (_, index) => (
          <CardSkeleton key={index} kind={kind} />
        ))}
      </div>
    </div>
  );
}
