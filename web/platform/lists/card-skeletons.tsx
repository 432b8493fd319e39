import { CardSkeleton, type CardKind } from '#web/ui/card-skeleton.tsx';

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
