import { feedPaths } from '#contract/events/feed-paths.ts';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { ShareButton } from '#web/platform/share/share-button.tsx';
import { SubscribeToCalendar } from '#web/features/events/feeds/subscribe-button.tsx';

/** Shares a public group, and subscribes to its events. */
export default function GroupShareActions({ group }: { group: Group }) {
  return (
    <>
      <ShareButton title={group.name} path={paths.group(group.id)} />
      <SubscribeToCalendar path={feedPaths.groupCalendar(group.id)} to={group.name} />
    </>
  );
}
