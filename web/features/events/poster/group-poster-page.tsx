import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { joinPath } from '#contract/community/invitation-link.ts';
import MissingGroup from '#web/features/community/groups/missing-group.tsx';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import { isNoGroup } from '#web/features/community/groups/use-group.ts';
import { nextEvents } from '#web/features/events/events/queries.ts';
import { param } from '#web/platform/data/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { groupPoster } from './group-poster.tsx';
import { PosterPage } from './poster-page.tsx';

/** A group's poster, with its next events. */
export default function GroupPosterPage() {
  const id = usePageParam('id');
  const invitation = param(new URLSearchParams(useSearch()), 'invitation');
  const { data: group, error, isPending, refetch } = useQuery(groupQuery(id));
  const { data: upcoming } = useQuery(nextEvents(id));
  if (isPending) return null;
  if (!group && isNoGroup(error)) return <MissingGroup />;
  if (!group) return <Unavailable as="h1" what="This group" onRetry={() => void refetch()} />;
  const poster = groupPoster(group, upcoming ?? [], invitation && joinPath(invitation));
  return <PosterPage poster={poster} back="Back to the group" />;
}
