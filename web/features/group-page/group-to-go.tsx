import { feedPaths } from '../../../contract/feed-paths.ts';
import type { Group } from '../../../contract/groups.ts';
import { paths } from '../../../contract/paths.ts';
import { ShareButton } from '../../ui/share-button.tsx';
import SubscribeToCalendar from '../feeds/subscribe-to-calendar.tsx';

/** To hand a public group on, and to have its events in one's own calendar. */
export default function GroupToGo({ group }: { group: Group }) {
  return (
    <>
      <ShareButton title={group.name} path={paths.group(group.id)} />
      <SubscribeToCalendar path={feedPaths.groupCalendar(group.id)} to={group.name} />
    </>
  );
}
