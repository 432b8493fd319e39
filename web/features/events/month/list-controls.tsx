import type { EventFilters } from '#web/features/events/events/event-filters.ts';
import { QuickFilters } from '#web/features/events/events/quick-filters.tsx';
import { ViewSwitch } from './view-switch.tsx';

/** What changes the list with one press, all of it links. */
export default function ListControls({ filters }: { filters: EventFilters }) {
  return (
    <>
      <QuickFilters filters={filters} />
      <ViewSwitch filters={filters} />
    </>
  );
}
