import { useQuery } from '@tanstack/react-query';
import { Link, Redirect, useSearch } from 'wouter';
import type { Group } from '../../../contract/groups.ts';
import { paths, signIn } from '../../../contract/paths.ts';
import { SignInPrompt } from '../sign-in/sign-in-prompt.tsx';
import { useUser } from '../sign-in/use-user.ts';
import { usePageParam } from '../../platform/router/params.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { DraftBar } from './draft-bar.tsx';
import { GroupAbout } from './group-about.tsx';
import { GroupHeader, GroupSkeleton, MissingGroup } from './group-header.tsx';
import { groupQuery, myGroups, newestDraft } from './queries.ts';

export default function DraftPage() {
  const inPath = usePageParam('id');
  const inQuery = new URLSearchParams(useSearch()).get('groupId');
  const id = inPath || inQuery;
  return id ? <Draft id={id} /> : <NewestDraft />;
}

/** Without an id: the group the visitor is most likely to have come for. */
function NewestDraft() {
  const { user, isPending } = useUser();
  const groups = useQuery({ ...myGroups(), enabled: user !== undefined });
  if (!isPending && !user) {
    return (
      <SignInPrompt
        title="Authentication Required"
        hint="Please sign in to see the group you are starting."
        label="Sign In"
        next={paths.groupDraft()}
      />
    );
  }
  if (isPending || groups.isPending) return <GroupSkeleton />;
  const draft = user && newestDraft(groups.data ?? [], user.id);
  return draft ? <Draft id={String(draft.id)} /> : <MissingGroup />;
}

function Draft({ id }: { id: string }) {
  const { user, isPending: isUserPending } = useUser();
  const { data: group, isPending } = useQuery(groupQuery(id));
  if (isPending || isUserPending) return <GroupSkeleton />;
  if (!group) return <MissingGroup />;
  if (!user || user.id !== group.createdById) return <AccessDenied id={id} signedIn={!!user} />;
  if (group.status === 'approved') return <Redirect to={paths.group(group.id)} replace />;
  return <Preview group={group} />;
}

const Preview = ({ group }: { group: Group }) => (
  <>
    <GroupHeader group={group} />
    <DraftBar group={group} />
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
        <Link href={paths.groups} className={buttonClass()}>
          Browse other groups
        </Link>
      ) : (
        <Link href={signIn(paths.groupDraft(id))} className={buttonClass()}>
          Log In
        </Link>
      )
    }
  />
);
