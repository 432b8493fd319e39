import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/platform/dates.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { blockPages } from './queries.ts';
import { UnblockButton } from './block-member.tsx';

/** Lists the people whom the member has blocked, with buttons to unblock them. */
export function BlockedPeople() {
  const list = useInfiniteQuery(blockPages());
  const people = list.data?.pages.flatMap(({ items }) => items);
  return (
    <SettingsSection
      id="blocked"
      title="People you've blocked"
      lead="You won't see each other's comments, messages or names in lists, and we won't tell them. If they come to an event you organise, you'll still see each other's names there."
    >
      {list.isPending && (
        <div role="status" aria-label="Loading the people you've blocked">
          <Skeleton className="h-11 w-full" />
        </div>
      )}
      {list.isError && !people && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      {people?.length === 0 && (
        <p>You haven't blocked anybody. To block someone, open their profile from their name.</p>
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
      <MoreOf list={list} className="mt-6" label="Show more people" />
    </SettingsSection>
  );
}
