import { useWatch } from 'react-hook-form';
import { dayOf, formatMoment } from '#contract/platform/dates.ts';
import type { GroupCard } from '#contract/community/groups.ts';
import { Preview } from '#web/platform/forms/form-with-aside.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { DayTile } from '#web/ui/day-tile.tsx';
import { fromLondonInput } from '#contract/platform/london-time.ts';
import type { EventFormOf } from './event-values.ts';

const noDay = { weekday: 'Day', day: '–', month: 'Month' };

export function EventPreview({
  form,
  groups,
  seed = 0,
}: {
  form: EventFormOf;
  groups: readonly (Pick<GroupCard, 'id' | 'name'> & Partial<GroupCard>)[];
  /** The event's id, from which its cover is drawn; 0 for a new event. */
  seed?: number;
}) {
  const event = useWatch({ control: form.control });
  const group = groups.find(({ id }) => String(id) === event.groupId);
  const start = fromLondonInput(event.startTime ?? '');
  return (
    <Preview>
      <div className="card">
        <Cover seed={seed} categoryId={Number(event.categoryId) || 1} imageUrl={event.imageUrl} />
        <div>
          <div className="card-date">
            <DayTile {...(dayOf(start) ?? noDay)} />
            <div>
              <p className="font-semibold text-ink">{formatMoment(start)}</p>
              <p className="truncate">{event.town?.trim() || group?.location || 'Town'}</p>
            </div>
          </div>
          <p dir="auto" className="font-display text-xl font-bold text-ink">
            {event.title?.trim() || 'Your event'}
          </p>
          <p dir="auto">
            {event.description?.trim() || 'What happens, what to bring, who it suits.'}
          </p>
          <p className="card-foot">{group?.name ?? 'Your group'}</p>
        </div>
      </div>
    </Preview>
  );
}
