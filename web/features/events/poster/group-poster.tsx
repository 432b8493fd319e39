import { formatDay } from '#contract/platform/dates.ts';
import type { EventCard } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { posterType } from './poster-text.ts';
import type { Poster } from './sheet.tsx';

/** How many of a group's next events stand on its poster. */
const eventsShown = 3;

/** A group as a poster, with its next events. */
export function groupPoster(
  group: Group,
  upcoming: readonly EventCard[],
  leadsTo = paths.group(group.id),
): Poster {
  const next = upcoming
    .filter(({ status }) => status === 'scheduled')
    .slice(0, eventsShown)
    .map(({ id, title, startTime }) => ({ id, line: `${formatDay(startTime)}: ${title}` }));
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
