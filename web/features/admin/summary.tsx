import { useQuery } from '@tanstack/react-query';
import { CalendarDays, MessageSquareText, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../../contract/paths.ts';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { summaryQuery } from './tabs.ts';

/** How much there is, and what waits for somebody to do it. */
export function Summary() {
  const { data } = useQuery(summaryQuery());
  return (
    <StatCards>
      <StatCard
        label="Users"
        value={data?.users}
        icon={<UserRound />}
        href={paths.adminTab('users')}
        note={data && `${data.activeUsers.toLocaleString('en-GB')} active`}
      />
      <StatCard
        label="Groups"
        value={data?.groups}
        icon={<UsersRound />}
        href={paths.adminTab('groups')}
        note={data && waiting(data.waitingGroups)}
      />
      <StatCard
        label="Events"
        value={data?.events}
        icon={<CalendarDays />}
        href={paths.adminTab('events')}
        note={data && `${data.upcomingEvents.toLocaleString('en-GB')} to come`}
      />
      <StatCard
        label="Comments"
        value={data?.comments}
        icon={<MessageSquareText />}
        href={paths.adminTab('comments')}
        note={data && `${data.newComments.toLocaleString('en-GB')} this week`}
      />
    </StatCards>
  );
}

const waiting = (groups: number): ReactNode =>
  groups === 0 ? (
    'None waiting for review'
  ) : (
    <strong className="text-accent-ink">
      {groups.toLocaleString('en-GB')} {groups === 1 ? 'waits for review' : 'wait for review'}
    </strong>
  );
