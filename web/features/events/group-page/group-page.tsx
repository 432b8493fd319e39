import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { invitedTo } from '#web/features/base/sign-in/invitation.ts';
import { useInvitation } from '#web/features/community/membership/use-membership.ts';
import { JoinButton } from '#web/features/community/membership/join-button.tsx';
import { MemberList } from '#web/features/community/membership/member-list.tsx';
import {
  pendingRequestsIn,
  usePendingCounts,
} from '#web/features/base/accounts/use-pending-counts.ts';
import { requestWords } from '#web/features/base/accounts/pending-counts-text.ts';
import { useLastAddress, useTabInAddress } from '#web/platform/router/list-address.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { lazyPart, whenReached } from '#web/platform/router/lazy-part.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { GroupAbout } from './group-about.tsx';
import { GroupEvents } from './group-events.tsx';
import { GroupHeader, GroupSkeleton } from '#web/features/community/groups/group-header.tsx';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { asksToJoin } from '#web/features/community/groups/asks-to-join.ts';
import { isNoGroup, useGroup } from '#web/features/community/groups/use-group.ts';
import { useIfMailed } from '#web/platform/site.tsx';
import { messagesPath } from '#web/features/events/events/event-paths.ts';
import { EditGroupButton } from '#web/features/community/group-form/edit-group-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useHistoryState } from 'wouter/use-browser-location';
import { eventQuery } from '#web/features/events/events/queries.ts';

const MissingGroup = lazyPart(() => import('#web/features/community/groups/missing-group.tsx'));
/** Shown for a group that is hidden or not approved, or has an edit under review. */
const SubmissionBar = lazyPart(() => import('#web/features/community/groups/submission-bar.tsx'));
const Suggestions = lazyPart(() => import('#web/features/community/membership/suggestions.tsx'));

/** Holds the place of buttons that load with their part, so that the tabs below don't move. */
const ButtonPlaces = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, at) => <Skeleton key={at} className="h-11 sm:w-28" />);

const ShareActions = lazyPart(
  () => import('./group-share-actions.tsx'),
  <ButtonPlaces count={2} />,
  whenReached('[aria-label^="Share "], [data-subscribe]'),
);

/** The server renders this part, so its link works before the script loads. */
const NextEvent = lazyPart(
  () => import('./next-event.tsx'),
  undefined,
  whenReached('[aria-labelledby=next-event]'),
);

const MemberButtons = lazyPart(
  () => import('#web/features/community/membership/member-buttons.tsx'),
  <ButtonPlaces count={2} />,
);

const JoinAndAttend = lazyPart(
  () => import('#web/features/events/attendance/join-and-attend.tsx'),
  <Skeleton className="col-span-full h-34 w-full sm:h-20" />,
);
const AskToJoin = lazyPart(
  () => import('#web/features/community/membership/ask-to-join.tsx'),
  <Skeleton className="col-span-full h-56 w-full" />,
);
const AttendNext = lazyPart(() => import('#web/features/events/attendance/attend-next.tsx'));

const tabs = ['about', 'events', 'members'] as const;
type Tab = (typeof tabs)[number];

/** Returns the tab that the query string names. */
const tabIn = (search: URLSearchParams) =>
  tabs.find((name) => name === search.get('tab')) ?? 'about';

/**
 * Returns how many buttons a member will have: Share, Add to my calendar, Mute, Leave, and organisers'
 * three.
 */
const buttonsOf = ({ isOrganizer }: { isOrganizer: boolean }) => (isOrganizer ? 7 : 4);

export default function GroupPage() {
  const {
    data: group,
    isPending,
    isPlaceholderData,
    error,
    refetch,
  } = useGroup(usePageParam('id'));
  const [tab, setTab] = useState<Tab>(tabIn(new URLSearchParams(useSearch())));
  const requests = pendingRequestsIn(usePendingCounts(), group?.id ?? 0);
  const event = useReturnEvent(group?.id);
  const keepTab = useTabInAddress('tab');
  const groupsHref = useLastAddress(paths.groups);
  const isInvited = useInvitation().invitation !== undefined && isOutside(group);
  const [joined, setJoined] = useState(false);
  const join = () => {
    setJoined(true);
    setTab('events');
  };
  if (isPending) return <GroupSkeleton />;
  if (!group && isNoGroup(error)) return <MissingGroup />;
  if (!group) return <Unavailable as="h1" what="This group" onRetry={() => void refetch()} />;
  return (
    <>
      <GroupHeader
        group={group}
        title={isInvited ? invitedTo(group.name) : group.name}
        back={{ href: groupsHref, label: 'Back to Groups' }}
        actions={
          isPlaceholderData && group.membership ? (
            <ButtonPlaces count={buttonsOf(group.membership)} />
          ) : (
            <Actions group={group} event={event} isInvited={isInvited} onJoined={join} />
          )
        }
      />
      {event && <AttendNext event={event} joined={joined} />}
      <UnderReview group={group} />
      {group.can.createEvent && <Suggestions groupId={group.id} className="mb-8" />}
      {group.membership?.muted && <MutedNotice />}
      <Tabs<Tab>
        label={`About ${group.name}`}
        value={tab}
        onValueChange={(name) => {
          setTab(name);
          keepTab(name);
        }}
        addressOf={(name) => `?tab=${name}`}
        items={[
          {
            value: 'about',
            label: 'About',
            content: <GroupAbout group={group} next={<NextEvent group={group} />} />,
          },
          { value: 'events', label: 'Events', content: <GroupEvents group={group} /> },
          {
            value: 'members',
            label: 'Members',
            count: group.memberCount,
            badge: <CountBadge count={requests} words={requestWords(requests)} />,
            content: <MemberList group={group} />,
          },
        ]}
      />
    </>
  );
}

/** Returns true if the viewer neither belongs to the group nor has asked to. */
const isOutside = (group: Group | undefined) =>
  group?.joinState === 'sign_in' || group?.joinState === 'open';

/** Returns true if the viewer could attend the event, or wait for a place, right after joining. */
const canAttendOnceJoined = (group: Group, event: Event) =>
  group.can.join &&
  group.joinPolicy === 'open' &&
  event.rsvpState === 'join_group' &&
  (event.placesLeft !== 0 || event.waitlistEnabled);

/** True where joining the group leads to no place at the event. */
const isFullFor = ({ rsvpState, placesLeft, waitlistEnabled }: Event) =>
  rsvpState === 'join_group' && placesLeft === 0 && !waitlistEnabled;

interface ActionsProps {
  group: Group;
  /** The event that sent the viewer here to join, if any. */
  event: Event | undefined;
  /** True for somebody whom an invitation link led here to join, which they are asked to do alone. */
  isInvited: boolean;
  onJoined: () => void;
}

function Actions({ group, event, isInvited, onJoined }: ActionsProps) {
  const next = event && canAttendOnceJoined(group, event) ? event : undefined;
  const asks = group.can.join && asksToJoin(group);
  return (
    <>
      {next && <JoinAndAttend event={next} onJoined={onJoined} />}
      {event && isFullFor(event) && (
        <p dir="auto" className="col-span-full w-full font-semibold wrap-anywhere">
          {event.title}: it's full
        </p>
      )}
      {(group.can.join || group.joinState === 'sign_in') && !asks && (
        <JoinButton
          group={group}
          label="Join Group"
          signedOutLabel="Sign in to Join"
          variant={next && 'outline'}
          onJoined={onJoined}
          eventId={event?.id}
        />
      )}
      {asks && <AskToJoin group={group} onJoined={onJoined} />}
      {group.can.createEvent && (
        <ButtonLink href={paths.createEventIn(group.id)} variant="accent" label="Create Event" />
      )}
      {group.joinState === 'request_pending' && (
        <Badge tone="accent" className="mt-2 justify-self-start max-sm:text-xs">
          Request Pending
        </Badge>
      )}
      {(group.can.edit || group.can.message) && <OrganiserButtons group={group} />}
      {isPublic(group) && !isInvited && <ShareActions group={group} />}
      {group.membership && <MemberButtons group={group} />}
    </>
  );
}

/**
 * Shows the state of a group that isn't public yet. Its owner can keep preparing it.
 */
function UnderReview({ group }: { group: Group }) {
  const isUp = isPublic(group) && !group.hidden;
  if (isUp && !group.editPending && !group.statusReason) return null;
  if (isUp || group.can.submit || group.hidden) return <SubmissionBar group={group} />;
  const rejected = group.status === 'rejected';
  return (
    <Notice
      tone={rejected ? 'danger' : 'accent'}
      className="mb-8"
      title={rejected ? "This group wasn't approved" : 'This group is under review'}
    >
      {rejected
        ? 'Only its members can see it.'
        : 'An admin checks every new group. Once approved, it is visible to the community.'}
      {group.can.review && (
        <p className="mt-1">
          <Link href={paths.adminTab('groups')}>Go to groups waiting for review</Link>
        </p>
      )}
      {rejected && group.statusReason && (
        <p className="mt-1 wrap-anywhere">Reason: {group.statusReason}</p>
      )}
    </Notice>
  );
}

/** Tells a member that they have muted the group, and which emails they still get. */
function MutedNotice() {
  const ifMailed = useIfMailed();
  return (
    <Notice className="mb-8" title="You've muted this group">
      You won't get its messages to members.{' '}
      {ifMailed("We'll still email you about events you're going to or on the waiting list for.")}
    </Notice>
  );
}

function OrganiserButtons({ group }: { group: Group }) {
  return (
    <>
      {group.can.edit && (isPublic(group) || !group.can.submit) && (
        <EditGroupButton group={group} />
      )}
      {group.can.message && (
        <ButtonLink href={messagesPath(group.id)} variant="outline" label="Messages" />
      )}
    </>
  );
}

/**
 * Returns the event that sent the viewer to this group to join. The event's id is in the query
 * string, or in the history state that the event's link sets.
 */
function useReturnEvent(groupId: number | undefined): Event | undefined {
  const fromQuery = new URLSearchParams(useSearch()).get('event');
  const fromHistory = useHistoryState<{ event?: unknown } | null>()?.event;
  const id = Number(fromQuery ?? fromHistory);
  const { data: event } = useQuery({ ...eventQuery(id), enabled: Number.isInteger(id) && id > 0 });
  return event?.groupId === groupId ? event : undefined;
}
