import { useQuery } from '@tanstack/react-query';
import { Redirect, useSearch } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { paths, signIn } from '#contract/platform/paths.ts';
import { SignInPrompt } from '#web/features/base/sign-in/sign-in-prompt.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import SubmissionBar from '#web/features/community/groups/submission-bar.tsx';
import { GroupAbout } from './group-about.tsx';
import { GroupHeader, GroupSkeleton } from '#web/features/community/groups/group-header.tsx';
import MissingGroup from '#web/features/community/groups/missing-group.tsx';
import { isForbidden } from '#web/platform/data/queries.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { groupQuery, myGroups, newestSubmission } from '#web/features/community/groups/queries.ts';
import { isNoGroup } from '#web/features/community/groups/use-group.ts';

export default function SubmissionPage() {
  const inPath = usePageParam('id');
  const inQuery = new URLSearchParams(useSearch()).get('groupId');
  const id = inPath || inQuery;
  return id ? <Submission id={id} /> : <NewestSubmission />;
}

/** Shows the viewer's newest unapproved group when the address has no id. */
function NewestSubmission() {
  const { user, isPending } = useUser();
  const groups = useQuery({ ...myGroups(), enabled: user !== undefined });
  if (!isPending && !user) {
    return (
      <SignInPrompt
        title="Authentication Required"
        hint="Please sign in to see the group you're starting."
        label="Sign In"
        next={paths.groupDraft()}
      />
    );
  }
  if (isPending || groups.isPending) return <GroupSkeleton />;
  const newest = newestSubmission(groups.data ?? []);
  return newest ? <Submission id={String(newest.id)} /> : <MissingGroup />;
}

function Submission({ id }: { id: string }) {
  const { user, isPending: isUserPending } = useUser();
  const { data: group, isPending, error, refetch } = useQuery(groupQuery(id));
  if (isPending || isUserPending) return <GroupSkeleton />;
  if (isForbidden(error)) return <AccessDenied id={id} signedIn={!!user} />;
  if (!group && isNoGroup(error)) return <MissingGroup />;
  if (!group) return <Unavailable as="h1" what="This group" onRetry={() => void refetch()} />;
  if (!group.can.submit) return <AccessDenied id={id} signedIn={!!user} />;
  if (isPublic(group)) return <Redirect to={paths.group(group.id)} replace />;
  return <Preview group={group} />;
}

const Preview = ({ group }: { group: Group }) => (
  <>
    <GroupHeader group={group} />
    <SubmissionBar group={group} />
    <SectionHeading title="About" />
    <GroupAbout group={group} />
  </>
);

const AccessDenied = ({ id, signedIn }: { id: string; signedIn: boolean }) => (
  <EmptyState
    as="h1"
    className="py-24"
    title="Access Denied"
    hint="Only the person who started this group can see its draft."
    actions={
      signedIn ? (
        <ButtonLink href={paths.groups} label="Browse other groups" />
      ) : (
        <ButtonLink href={signIn(paths.groupDraft(id))} label="Log In" />
      )
    }
  />
);
