import type { EventFilters } from '#web/features/events/events/event-filters.ts';
import { QuickFilters } from '#web/features/events/events/quick-filters.tsx';
import { ViewSwitch } from './view-switch.tsx';

/** Links that change the list's filters and view. */
export default function ListControls({ filters }: { filters: EventFilters }) {
  return (
    <>
      <QuickFilters filters={filters} />
      <ViewSwitch filters={filters} />
    </>
  );
}
