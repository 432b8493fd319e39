import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Group } from '../../../contract/groups.ts';
import { paths } from '../../../contract/paths.ts';
import { useUser } from '../sign-in/use-user.ts';
import { JoinButton } from '../membership/join-button.tsx';
import { LeaveButton } from '../membership/leave-button.tsx';
import { MemberList } from '../membership/member-list.tsx';
import { usePageParam } from '../../platform/router/params.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DraftBar } from './draft-bar.tsx';
import { GroupAbout } from './group-about.tsx';
import { EditGroupButton } from './edit-group-button.tsx';
import { GroupEvents } from './group-events.tsx';
import { GroupHeader, GroupSkeleton, MissingGroup } from './group-header.tsx';
import { groupQuery } from './queries.ts';

type Tab = 'about' | 'events' | 'members';

export default function GroupPage() {
  const { data: group, isPending } = useQuery(groupQuery(usePageParam('id')));
  const [tab, setTab] = useState<Tab>('about');
  if (isPending) return <GroupSkeleton />;
  if (!group) return <MissingGroup />;
  return (
    <>
      <GroupHeader
        group={group}
        back={{ href: paths.groups, label: 'Back to Groups' }}
        actions={<Actions group={group} onJoined={() => setTab('events')} />}
      />
      <UnderReview group={group} />
      <Tabs<Tab>
        label={`About ${group.name}`}
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'about',
            label: 'About',
            content: <GroupAbout group={group} />,
          },
          { value: 'events', label: 'Events', content: <GroupEvents group={group} /> },
          {
            value: 'members',
            label: 'Members',
            count: group.memberCount,
            content: <MemberList group={group} />,
          },
        ]}
      />
    </>
  );
}

function Actions({ group, onJoined }: { group: Group; onJoined: () => void }) {
  return (
    <>
      {!group.membership && (
        <JoinButton
          group={group}
          label="Join Group"
          signedOutLabel="Sign in to Join"
          onJoined={onJoined}
        />
      )}
      {group.can.createEvent && (
        <Link href={paths.createEventIn(group.id)} className={buttonClass({ variant: 'accent' })}>
          Create Event
        </Link>
      )}
      {group.membership?.status === 'pending' && (
        <Badge tone="accent" className="justify-self-start max-sm:text-xs">
          Request Pending
        </Badge>
      )}
      {group.can.edit && group.status === 'approved' && <EditGroupButton group={group} />}
      {group.membership && group.can.leave && <LeaveButton group={group} />}
    </>
  );
}

/** A group that is not approved: its owner gets on with it, its members are told where it stands. */
function UnderReview({ group }: { group: Group }) {
  const { user } = useUser();
  if (group.status === 'approved') return null;
  if (user && user.id === group.createdById) return <DraftBar group={group} />;
  const rejected = group.status === 'rejected';
  return (
    <Notice
      tone={rejected ? 'danger' : 'accent'}
      className="mb-8"
      title={rejected ? 'This group was not approved' : 'This group is under review'}
    >
      {rejected
        ? 'Only its members can see it.'
        : 'An admin looks at every new group. Once approved, it is visible to the community.'}
      {!rejected && user?.role === 'admin' && (
        <p className="mt-1">
          <Link href={paths.adminTab('groups')}>Go to the groups that wait for review</Link>
        </p>
      )}
      {rejected && group.statusReason && (
        <p className="mt-1 wrap-anywhere">Reason: {group.statusReason}</p>
      )}
    </Notice>
  );
}
