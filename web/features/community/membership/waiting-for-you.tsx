import { paths } from '#contract/platform/paths.ts';
import {
  pendingRequestsIn,
  usePendingCounts,
} from '#web/features/base/accounts/use-pending-counts.ts';
import { requestWords } from '#web/features/base/accounts/pending-counts-text.ts';
import { Notice } from '#web/ui/notice.tsx';
import Suggestions, { GroupLink } from './suggestions.tsx';

/** Lists what waits for an organiser, by group, each with a link; nothing if there is nothing. */
export default function WaitingForYou({ className }: { className?: string }) {
  const waiting = usePendingCounts();
  const { requests } = waiting;
  const total = pendingRequestsIn(waiting);
  return (
    <>
      {total > 0 && (
        <Notice tone="accent" title={requestWords(total)} className={className}>
          <ul className="flex flex-wrap gap-x-5">
            {requests.map(({ groupId, name, count }) => (
              <GroupLink key={groupId} href={paths.groupMembers(groupId)}>
                {name}
                {requests.length > 1 && ` (${count < 100 ? count : '99+'})`}
              </GroupLink>
            ))}
          </ul>
        </Notice>
      )}
      <Suggestions className={className} />
    </>
  );
}
