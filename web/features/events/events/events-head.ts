import { screen, type Head, type HeadContext } from '#web/platform/head/head.ts';
import { eventFilters } from './event-filters.ts';
import { monthQuery } from '#web/features/events/month/queries.ts';
import { monthName } from '#web/features/events/month/month-words.ts';
import { monthPath } from '#web/features/events/month/view-paths.ts';

const asList = screen(
  'Explore Events',
  'Find walks, workshops, games nights and more near you, and come along.',
  { feeds: 'site' },
);

/** The head of Explore Events, as a list and as a month. */
export function eventsHead(context: HeadContext): Head {
  const filters = eventFilters(context.search);
  if (!filters.view) return asList(context);
  const shown = context.client.getQueryData(monthQuery(filters).queryKey);
  const month = shown?.month ?? filters.month;
  if (!month) return asList(context);
  const name = monthName(month);
  const { view: _, month: __, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return screen(
    `Events in ${name}`,
    `Walks, workshops, games nights and more in ${name}, day by day.`,
    // Months go on forever; search engines should index only those with events.
    { address: monthPath({}, month), hidden: isNarrowed || !shown?.days.length },
  )(context);
}
