import { useQuery } from '@tanstack/react-query';
import { CalendarDays, MessageSquareText, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#contract/platform/paths.ts';
import type { AnswerFor } from '#web/platform/data/api.ts';
import { StatCard, StatCards } from '#web/ui/stat-card.tsx';
import { summaryQuery } from './tabs.ts';

type Counted = AnswerFor<'GET /api/admin/summary'>;

/** Shows totals and what awaits review. */
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
        note={data && `${data.upcomingEvents.toLocaleString('en-GB')} upcoming`}
      />
      <StatCard
        label="Comments"
        value={data?.comments}
        icon={<MessageSquareText />}
        href={paths.adminTab('comments')}
        note={data && commentsNote(data)}
      />
    </StatCards>
  );
}

const commentsNote = ({ waitingComments, waitingMessages, newComments }: Counted): ReactNode =>
  waitingComments + waitingMessages === 0
    ? `${newComments.toLocaleString('en-GB')} this week`
    : waiting(waitingComments + waitingMessages);

const waiting = (count: number): ReactNode =>
  count === 0 ? (
    'Nothing to review'
  ) : (
    <strong className="text-accent-ink">{count.toLocaleString('en-GB')} to review</strong>
  );
