import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import {
  pendingRequestsIn,
  usePendingCounts,
} from '#web/features/base/accounts/use-pending-counts.ts';
import { requestWords } from '#web/features/base/accounts/pending-counts-text.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Lists the groups with requests to join, each with a link; nothing if there are none. */
export function WaitingRequests({ className }: { className?: string }) {
  const waiting = usePendingCounts();
  const total = pendingRequestsIn(waiting);
  if (total === 0) return null;
  return (
    <Notice tone="accent" title={requestWords(total)} className={className}>
      <ul className="flex flex-wrap gap-x-5">
        {waiting.requests.map(({ groupId, name, count }) => (
          <li key={groupId} className="min-w-0">
            <Link
              href={paths.groupMembers(groupId)}
              className="link inline-block py-1.5 wrap-anywhere"
            >
              {name}
              {waiting.requests.length > 1 && ` (${count < 100 ? count : '99+'})`}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
