import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

/** Shown while an event loads. */
export function EventSkeleton() {
  return (
    <div role="status" aria-label="Loading the event">
      <div className="grid gap-y-10 sm:mt-6 lg:grid-cols-[1fr_20rem] lg:gap-12">
        <div className="min-w-0">
          <div className="-mx-4 overflow-hidden sm:mx-0 sm:rounded-card">
            <Skeleton className="aspect-video rounded-none" />
          </div>
          <div className="mt-6 flex gap-5">
            <Skeleton className="hidden h-30 w-24 sm:block" />
            <div className="grow">
              <Skeleton className="mt-9 h-11" />
              <Skeleton className="mt-4 h-6" />
            </div>
          </div>
        </div>
        <Skeleton className="h-96 lg:row-span-2" />
        <SkeletonText lines={8} className="max-w-[68ch]" />
      </div>
    </div>
  );
}
