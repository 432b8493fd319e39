import { cardShape } from './card.tsx';
import { cx } from './cx.ts';
import { Skeleton, SkeletonText } from './skeleton.tsx';

/** A card that has not come yet. */
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
