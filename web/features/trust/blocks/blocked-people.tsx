import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/platform/dates.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { blockPages } from './queries.ts';
import { UnblockButton } from './unblock-button.tsx';

/** Whom the member has blocked, and the way to end it. */
export function BlockedPeople() {
  const list = useInfiniteQuery(blockPages());
  const people = list.data?.pages.flatMap(({ items }) => items);
  return (
    <SettingsSection
      id="blocked"
      title="People you have blocked"
      lead="Neither of you sees the other’s comments, name in lists or messages, and they aren’t told. If you organise an event they come to, you still see their name there, and they yours."
    >
      {list.isPending && (
        <div role="status" aria-label="Loading whom you have blocked">
          <Skeleton className="h-11 w-full" />
        </div>
      )}
      {list.isError && !people && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      {people?.length === 0 && (
        <p>You have blocked nobody. ‘Block’ stands on the card behind somebody’s name.</p>
      )}
      <ul className="flex flex-col gap-3">
        {people?.map(({ userId, firstName, profileImageUrl, createdAt }) => (
          <li key={userId} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Avatar name={firstName} imageUrl={profileImageUrl} seed={userId} />
            <div className="min-w-0 grow">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {firstName}
              </p>
              <p className="text-sm text-muted">Since {formatDay(createdAt)}</p>
            </div>
            <UnblockButton person={{ userId, firstName }} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          className="mt-6"
          label="Show more people"
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </SettingsSection>
  );
}
