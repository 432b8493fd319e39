import type { EventFilters } from '#web/features/events/events/event-filters.ts';
import { QuickFilters } from '#web/features/events/events/quick-filters.tsx';
import { ViewSwitch } from './view-switch.tsx';

/** The links that change the list with one press. */
export default function ListControls({ filters }: { filters: EventFilters }) {
  return (
    <>
      <QuickFilters filters={filters} />
      <ViewSwitch filters={filters} />
    </>
  );
}
