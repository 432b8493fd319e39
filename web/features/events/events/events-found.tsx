import type { InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageOf } from '#web/platform/data/queries.ts';
import { Found } from '#web/platform/lists/found.tsx';
import { useCategoryName } from '#web/features/community/groups/categories.ts';
import type { EventFilters } from './event-filters.ts';
import { eventCount } from './queries.ts';
import { nearInWords } from '#web/features/base/accounts/near-words.ts';
import { daysInWords, lowerFirst } from '#web/features/events/month/spans.ts';

interface EventsFoundProps {
  filters: EventFilters;
  list: InfiniteData<PageOf<unknown>> | undefined;
}

/** '6 free events in Outdoors & Sports near Leeds this weekend'. */
export default function EventsFound({ filters, list }: EventsFoundProps) {
  const { q, location, near, within, access, online, free } = filters;
  const [now] = useState(() => new Date());
  const category = useCategoryName(filters.category);
  const narrowed = [
    q && `with “${q}”`,
    category && `under ${category}`,
    location && `in ${location}`,
    near && lowerFirst(nearInWords(near, within)),
    access && 'with the access you need',
    daysInWords(filters, now),
  ];
  const words = (count: number) =>
    [
      count,
      free && 'free',
      online === 'true' && 'online',
      count === 1 ? 'event' : 'events',
      ...narrowed,
    ]
      .filter(Boolean)
      .join(' ');
  return <Found list={list} count={eventCount(filters)} words={words} />;
}
