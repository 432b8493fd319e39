import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import MissingGroup from './missing-group.tsx';
import { groupQuery } from './queries.ts';
import { isNoGroup } from './use-group.ts';

/** Stands in place of a page that only a group's organisers use; `hint` says for what. */
export const ForOrganisers = ({ group, hint }: { group: Group; hint: string }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="This page is for organisers"
    hint={hint}
    actions={<ButtonLink href={paths.group(group.id)} label="Back to the group" />}
  />
);

interface OrganisersOnlyProps {
  /** The ability that the page is about. */
  can: 'createEvent' | 'manageMembers';
  /** The act that only organisers may do: 'add events to it'. */
  what: string;
  children: (group: Group) => ReactNode;
}

/** A page for the organisers of the group in its path. */
export function OrganisersOnly({ can, what, children }: OrganisersOnlyProps) {
  const group = useQuery(groupQuery(usePageParam('id')));
  if (group.isPending) return <FormSkeleton label="Loading" className="mt-10" />;
  if (!group.data && isNoGroup(group.error)) return <MissingGroup />;
  if (!group.data) {
    return <Unavailable as="h1" what="This page" onRetry={() => void group.refetch()} />;
  }
  if (group.data.can[can]) return children(group.data);
  const hint = `Only organisers of ${group.data.name} can ${what}.`;
  return <ForOrganisers group={group.data} hint={hint} />;
}
