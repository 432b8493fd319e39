import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { importPath } from '#contract/events/event-paths.ts';
import { usePendingCounts } from '#web/features/base/accounts/use-pending-counts.ts';
import { Notice } from '#web/ui/notice.tsx';

interface SuggestionsProps {
  /** For one group alone. */
  groupId?: number;
  className?: string | undefined;
}

/** Leads organisers to what is new in the calendars that their groups follow. */
export default function Suggestions({ groupId: only, className }: SuggestionsProps) {
  const { suggestions = [] } = usePendingCounts();
  const shown = suggestions.filter(({ groupId }) => only === undefined || groupId === only);
  if (shown.length === 0) return null;
  return (
    <Notice tone="accent" title="New in the calendar that you follow" className={className}>
      <ul className="flex flex-wrap gap-x-5">
        {shown.map(({ groupId, name, importId }) => (
          <GroupLink key={groupId} href={importPath(groupId, importId)}>
            {only === undefined ? name : 'See the events'}
          </GroupLink>
        ))}
      </ul>
    </Notice>
  );
}

/** An entry of a list of groups that something waits in. */
export const GroupLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <li className="min-w-0">
    <Link href={href} className="link inline-block py-1.5 wrap-anywhere">
      {children}
    </Link>
  </li>
);
