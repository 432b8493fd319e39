import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

export const LoadingComments = () => (
  <div role="status" aria-label="Loading comments" className="mt-8 flex gap-4">
    <Skeleton className="size-11 rounded-full" />
    <SkeletonText lines={3} className="grow" />
  </div>
);
