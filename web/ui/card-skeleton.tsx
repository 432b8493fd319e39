import { cardShape } from './card.tsx';
import { cx } from './cx.ts';
import { Skeleton, SkeletonText } from './skeleton.tsx';

export type CardKind = 'event' | 'group';

/** Shown while a card loads. */
export function CardSkeleton({ kind }: { kind: CardKind }) {
  return (
    <div aria-hidden="true" className={cardShape.shell}>
      <div className={cardShape.cover}>
        <Skeleton className="aspect-video rounded-none" />
      </div>
      <div className={cardShape.body}>
        <div className={cardShape.words}>
          {kind === 'event' && (
            <div className={cardShape.dateRow}>
              <Skeleton className="relative -mt-8 h-20 w-16 outline-2 outline-card" />
              <SkeletonText lines={2} className="grow pt-1" />
            </div>
          )}
          <Skeleton className="my-0.5 h-5.5 w-11/12" />
          {kind === 'group' && <Skeleton className="h-5.5 w-1/3" />}
          <SkeletonText lines={2} className="py-0.5" />
        </div>
        <div className={cx(cardShape.footer, kind === 'group' && 'min-h-9')}>
          <Skeleton className="h-5 w-24" />
        </div>
      </div>
    </div>
  );
}
