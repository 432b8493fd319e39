import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Group } from '#contract/community/groups.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { eachGroupEvent } from '#web/features/events/events/queries.ts';
import { Notice } from '#web/ui/notice.tsx';
import { clashIn } from './clash.ts';
import type { EventFormOf } from './event-values.ts';

interface ClashNoticeProps {
  form: EventFormOf;
  group: Group | undefined;
}

/** Warns where the group already has an event at the time in the form. */
export function ClashNotice({ form, group }: ClashNoticeProps) {
  const [startTime, endTime] = useWatch({ control: form.control, name: ['startTime', 'endTime'] });
  const { data: events } = useQuery({
    ...eachGroupEvent(group?.id ?? 0),
    enabled: group !== undefined,
  });
  const clash = group && clashIn(events ?? [], { startTime, endTime });
  return (
    <div role="status" className="empty:hidden">
      {clash && (
        <Notice>
          {group.name} already has “{clash.title}” at this time: {formatMoment(clash.startTime)}.
        </Notice>
      )}
    </div>
  );
}
