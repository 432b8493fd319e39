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
import { PosterPage } from './poster-page.tsx';
import type { EventCard } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { posterLine, posterType } from './poster-text.ts';
import type { Poster } from './sheet.tsx';

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

/** How many of a group's next events are on its poster. */
const eventsShown = 3;

/** A group as a poster, with its next events. */
function groupPoster(
  group: Group,
  upcoming: readonly EventCard[],
  leadsTo = paths.group(group.id),
): Poster {
  const next = upcoming
    .filter(({ status }) => status === 'scheduled')
    .slice(0, eventsShown)
    .map((event) => ({ id: event.id, line: posterLine(event) }));
  const place = group.location ?? '';
  return {
    path: paths.group(group.id),
    leadsTo,
    over: place,
    title: group.name,
    description: group.description,
    facts: (
      <ul>
        {next.map(({ id, line }) => (
          <li key={id} dir="auto" className="line-clamp-2">
            {line}
          </li>
        ))}
      </ul>
    ),
    hint: 'Scan the code to see the group. New here? Sign up and press Join Group.',
    type: posterType({
      title: group.name,
      description: group.description,
      when: next.map(({ line }) => line).join('\n'),
      where: '',
    }),
  };
}
