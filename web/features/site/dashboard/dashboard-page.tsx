import {
  CalendarDays,
  ChevronRight,
  LogOut,
  MapPin,
  Pencil,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '#contract/base/accounts.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { forgetDevice } from '#web/platform/data/forget-device.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { PlainText } from '#web/ui/prose.tsx';
import { EditProfileDialog } from '#web/features/base/accounts/edit-profile-dialog.tsx';
import { settingsSections } from './settings-sections.ts';
import { publicLocation } from '#web/features/base/accounts/location.ts';
import EmailNotConfirmed from '#web/features/base/sign-in/email-not-confirmed.tsx';
import EmailSuppressed from '#web/features/base/accounts/email-suppressed.tsx';
import { SignInPrompt } from '#web/features/base/sign-in/sign-in-prompt.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { cardGridTwo, cardGrid } from '#web/ui/card.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { EventCard } from '#web/features/events/events/event-card.tsx';
import { myEvents } from '#web/features/events/events/queries.ts';
import { ViewAll } from '#web/features/site/site/view-all.tsx';
import { pageSizes } from '#contract/platform/limits.ts';
import { OwnGroupCard } from '#web/features/community/groups/own-group-card.tsx';
import { myGroups } from '#web/features/community/groups/queries.ts';
import { RoomForMore } from '#web/features/community/groups/room-for-more.tsx';
import WaitingForYou from '#web/features/community/membership/waiting-for-you.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardSkeleton } from '#web/ui/card-skeleton.tsx';

export default function DashboardPage() {
  const { user, isPending } = useUser();
  useEffect(goToSettings, []);
  if (isPending) return null;
  if (!user) {
    return (
      <SignInPrompt
        title="You're signed out"
        hint="Log in to see your profile, your groups and your events."
        label="Log In"
        next={paths.dashboard}
      />
    );
  }
  return (
    <>
      <ProfileHeader user={user} />
      {!user.profileCompleted && <CompletionNotice />}
      {!user.emailVerified && (
        <EmailNotConfirmed
          className="mt-8"
          consequence="Until you confirm it, our emails can't tell you any details."
        />
      )}
      {user.emailSuppressed && <EmailSuppressed email={user.email} />}
      <div className="mt-12 flex flex-col gap-12">
        <NextEvent />
        <ProfileGroups />
        <MyEventsLink />
      </div>
    </>
  );
}

/** Redirects links in old emails to the settings, which used to be on this page. */
function goToSettings(): void {
  const { hash } = window.location;
  if (hash.slice(1) in settingsSections) window.location.replace(`${paths.settings}${hash}`);
}

const fullName = (user: Account) =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;

function ProfileHeader({ user }: { user: Account }) {
  return (
    <header className="mt-10 grid gap-x-8 gap-y-5 sm:grid-cols-[auto_1fr]">
      <Avatar name={user.firstName || user.email} imageUrl={user.profileImageUrl} size="xl" />
      <div className="min-w-0">
        <h1
          id={pageHeadingId}
          dir="auto"
          tabIndex={-1}
          className="text-4xl font-extrabold wrap-anywhere sm:text-5xl"
        >
          {fullName(user)}
        </h1>
        <p className="mt-1 text-muted">{user.email}</p>
        {user.location && (
          <p className="mt-1 flex gap-1.5 text-muted">
            <MapPin aria-hidden="true" className="mt-[0.25em] size-[1.1em] shrink-0" />
            <span className="min-w-0">{publicLocation(user.location)}</span>
          </p>
        )}
        {user.bio && <PlainText text={user.bio} className="mt-4" />}
        <Actions user={user} />
      </div>
    </header>
  );
}

function Actions({ user }: { user: Account }) {
  const [editing, setEditing] = useState(false);
  return (
    <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">
      <Button className="needs-script" onClick={() => setEditing(true)}>
        <Pencil aria-hidden="true" className="size-5" /> Edit Profile
      </Button>
      <noscript className="noscript:contents">
        {import.meta.env.SSR && (
          <a href={withNext(paths.completeProfile, paths.dashboard)} className={buttonClass()}>
            Edit Profile
          </a>
        )}
      </noscript>
      <Link href={paths.settings} className={buttonClass({ variant: 'outline' })}>
        <Settings aria-hidden="true" className="size-5" /> Settings
      </Link>
      {user.role === 'admin' && (
        <Link href={paths.admin} className={buttonClass({ variant: 'outline' })}>
          <ShieldCheck aria-hidden="true" className="size-5" /> Admin Panel
        </Link>
      )}
      <a href={paths.logout} onClick={forgetDevice} className={buttonClass({ variant: 'quiet' })}>
        <LogOut aria-hidden="true" className="size-5" /> Sign Out
      </a>
      <EditProfileDialog user={user} open={editing} onOpenChange={setEditing} />
    </div>
  );
}

const CompletionNotice = () => (
  <Notice
    tone="accent"
    title="Your profile isn't complete"
    className="mt-8"
    action={
      <ButtonLink
        href={withNext(paths.completeProfile, paths.dashboard)}
        variant="accent"
        label="Complete your profile"
      />
    }
  >
    Completing it is required to create groups, sign up for events, message members and join
    discussions.
  </Notice>
);

const MyEventsLink = () => (
  <Link
    href={paths.myEvents}
    className="flex items-center gap-3 rounded-card bg-card p-4 text-ink no-underline sm:gap-4 sm:p-5 colour-fade hover:bg-sunken"
  >
    <CalendarDays aria-hidden="true" className="size-8 shrink-0 text-accent-ink" />
    <span className="min-w-0 grow">
      <span className="block font-display text-xl font-bold">My Events</span>
      <span className="block text-pretty text-muted">
        The events you're going to and the ones you've been to.
      </span>
    </span>
    <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
  </Link>
);

/** Shows the next event that the member is going to, or on the waiting list for. */
function NextEvent() {
  const { data } = useInfiniteQuery(myEvents('upcoming'));
  const [next] = data?.pages[0]?.items ?? [];
  if (!next) return null;
  return (
    <section aria-labelledby="next-for-you">
      <SectionHeading
        id="next-for-you"
        title="Your next event"
        action={<ViewAll href={paths.myEvents}>See all</ViewAll>}
      />
      <ul className={cardGridTwo}>
        <li className="grid grid-cols-1">
          <EventCard event={next} />
        </li>
      </ul>
    </section>
  );
}

/** Shows the member's first groups, with links to all of them. */
function ProfileGroups() {
  return (
    <section aria-labelledby="my-groups">
      <SectionHeading
        id="my-groups"
        title="My Groups"
        action={
          <span className="flex flex-wrap gap-x-6">
            <ViewAll href={paths.groups}>Discover</ViewAll>
            <ViewAll href={paths.myGroups}>View All</ViewAll>
          </span>
        }
      />
      <WaitingForYou className="mb-5" />
      <Groups />
    </section>
  );
}

function Groups() {
  const { data: groups, isPending, refetch } = useQuery(myGroups());
  if (isPending) return <GroupsSkeleton />;
  if (!groups) {
    return (
      <EmptyState
        as="h3"
        title="We couldn't load your groups"
        actions={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  if (groups.length === 0) return <NoGroups />;
  return (
    <ul className={cardGrid}>
      {groups.slice(0, pageSizes.profileGroups).map((group) => (
        <li key={group.id} className="grid">
          <OwnGroupCard group={group} />
        </li>
      ))}
      {groups.length < pageSizes.profileGroups && <RoomForMore count={groups.length} columns={3} />}
    </ul>
  );
}

const GroupsSkeleton = () => (
  <div role="status" aria-label="Loading your groups" className={cardGrid}>
    {Array.from({ length: pageSizes.profileGroups }, (_, index) => (
      <CardSkeleton key={index} kind="group" />
    ))}
  </div>
);

const NoGroups = () => (
  <EmptyState
    as="h3"
    title="You haven't joined a group yet"
    hint="Find the people near you who like what you like, or start something of your own."
    actions={
      <>
        <ButtonLink href={paths.groups} label="Discover Groups" />
        <ButtonLink href={paths.createGroup} variant="outline" label="Start a Group" />
      </>
    }
  />
);
