import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import { paths, signIn } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { myGroups } from '#web/features/community/groups/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { CreateEventForm } from './create-event-form.tsx';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { categories } from '#web/features/community/groups/categories.ts';

export default function CreateEventPage() {
  const { user, isPending } = useUser();
  const [path] = useLocation();
  const search = useSearch();
  const inPath = usePageParam('id');
  const query = new URLSearchParams(search);
  const groupId = inPath || query.get('groupId') || '';
  if (isPending) return null;
  return user ? (
    <Organised groupId={groupId} copy={query.get('copy') ?? ''} />
  ) : (
    <SignedOut here={search ? `${path}?${search}` : path} />
  );
}

const SignedOut = ({ here }: { here: string }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="Authentication required"
    hint="Please sign in to create an event."
    actions={
      <Link href={signIn(here)} className={buttonClass({ size: 'lg' })}>
        Sign In
      </Link>
    }
  />
);

/** Loads the groups that the member organises; the form needs at least one. */
function Organised({ groupId, copy }: { groupId: string; copy: string }) {
  const groups = useQuery(myGroups());
  const { data: allCategories } = useQuery(categories());
  const copied = useQuery({ ...eventQuery(copy), enabled: copy !== '' });
  const organised = groups.data?.filter((group) => group.can.createEvent);
  if (groups.isError) {
    return <Unavailable as="h1" what="This form" onRetry={() => void groups.refetch()} />;
  }
  if (organised?.length === 0) return <NotAnOrganiser />;
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        title="Create an Event"
        lead={
          copied.data
            ? `A copy of “${copied.data.title}”, a week later at the same time.`
            : "Tell people when, where and what to expect, as if they've never been before."
        }
        actions={<GuideLink guide="first-event" />}
      />
      {copied.isError && (
        <Notice className="mb-8 max-w-xl" title="We couldn't find the event to copy" />
      )}
      {organised && allCategories && !copied.isLoading ? (
        <CreateEventForm
          key={`${groupId} ${copy}`}
          copied={copied.data}
          groups={organised}
          categories={allCategories}
          groupId={groupId}
        />
      ) : (
        <Waiting />
      )}
    </>
  );
}

const Waiting = () => <FormSkeleton label="Loading your groups" />;

const NotAnOrganiser = () => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="You Need to be a Group Organizer"
    hint="Events belong to a group. Start one, and you can add its first event straight away."
    actions={
      <>
        <Link href={paths.createGroup} className={buttonClass({ size: 'lg' })}>
          Create a Group
        </Link>
        <Link href={paths.groups} className={buttonClass({ variant: 'outline', size: 'lg' })}>
          Discover Groups
        </Link>
      </>
    }
  />
);
