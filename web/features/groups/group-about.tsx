import type { Group } from '../../../contract/groups.ts';
import { LinkedText } from '../../platform/text/linked-text.tsx';
import { DetailsList } from '../../ui/details-list.tsx';
import { CalendarDays, MapPin, Users } from '../../ui/icons.tsx';

/** What the group says of itself, and beside it what somebody asks before joining. */
export const GroupAbout = ({ group }: { group: Group }) => (
  <div className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:gap-12">
    <LinkedText className="wrap-anywhere" text={group.description} />
    <aside aria-label="At a glance" className="self-start rounded-card bg-card p-6">
      <DetailsList
        className="sm:max-lg:grid sm:max-lg:auto-cols-fr sm:max-lg:grid-flow-col"
        items={atAGlance(group)}
      />
    </aside>
  </div>
);

const atAGlance = ({ location, joinPolicy, chargeForEvents }: Group) => [
  ...(location ? [{ icon: <MapPin />, label: 'Where', value: location }] : []),
  {
    icon: <Users />,
    label: 'Joining',
    value: joinPolicy === 'approval' ? 'An organiser answers each request' : 'Open to everybody',
  },
  {
    icon: <CalendarDays />,
    label: 'Events',
    value: chargeForEvents === 'paid' ? 'Some cost money' : 'Free to attend',
  },
];
