import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { ForOrganisers } from '#web/features/community/groups/for-organisers.tsx';
import MissingGroup from '#web/features/community/groups/missing-group.tsx';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import { isNoGroup } from '#web/features/community/groups/use-group.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';

/** A page for the organisers of the group in its path. */
export function OrganisersPage({ children }: { children: (group: Group) => ReactNode }) {
  const group = useQuery(groupQuery(usePageParam('id')));
  if (group.isPending) return <FormSkeleton label="Loading" className="mt-10" />;
  if (!group.data && isNoGroup(group.error)) return <MissingGroup />;
  if (!group.data) {
    return <Unavailable as="h1" what="This page" onRetry={() => void group.refetch()} />;
  }
  if (!group.data.can.createEvent) {
    const hint = `Only organisers of ${group.data.name} can add events to it.`;
    return <ForOrganisers group={group.data} hint={hint} />;
  }
  return children(group.data);
}
