import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import { ShareButton } from '#web/platform/share/share-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/**
 * The next step after creating an event: telling people about it. An event of a group that awaits
 * approval can't be shared yet.
 */
export function JustCreated({ event }: { event: Event }) {
  const { data: group } = useQuery(groupQuery(event.groupId));
  if (!group || event.hidden) return null;
  if (!isPublic(group)) {
    return (
      <Notice tone="good" className="mt-8" title="Your event is ready">
        It becomes public once {group.name} is approved. Then tell the people you'd like to see
        there.
      </Notice>
    );
  }
  return (
    <Notice
      tone="good"
      className="mt-8"
      title="Your event is live"
      action={<ShareButton title={event.title} path={paths.event(event.id)} size="sm" />}
    >
      Now tell the people you'd like to see there.
    </Notice>
  );
}
