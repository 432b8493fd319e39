import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Group } from '#contract/community/groups.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { groupEventsOn, nextHundredEvents } from '#web/features/events/events/queries.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isWholeWallTime, splitWallTime } from '#web/ui/wall-time.ts';
import { clashIn } from './clash.ts';
import type { EventFormOf } from './event-values.ts';

interface ClashNoticeProps {
  form: EventFormOf;
  group: Group | undefined;
}

/** Warns where the group already has an event at the time in the form. */
export const ClashNotice = ({ form, group }: ClashNoticeProps) => (
  <div role="status" className="empty:hidden">
    {group && <Clash form={form} group={group} />}
  </div>
);

function Clash({ form, group }: { form: EventFormOf; group: Group }) {
  const [startTime, endTime] = useWatch({ control: form.control, name: ['startTime', 'endTime'] });
  const { data: events } = useQuery({
    ...eventsAround(group, splitWallTime(startTime).date, splitWallTime(endTime).date),
    enabled: isWholeWallTime(startTime) && isWholeWallTime(endTime) && startTime < endTime,
  });
  const clash = clashIn(events ?? [], { startTime, endTime });
  return (
    clash && (
      <Notice>
        {group.name} already has “{clash.title}” at this time: {formatMoment(clash.startTime)}.
      </Notice>
    )
  );
}

/** Public lists lack a group that waits for approval, which has few events. */
const eventsAround = (group: Group, from: string, to: string) =>
  isPublic(group) ? groupEventsOn(group.id, from, to) : nextHundredEvents(group.id);
