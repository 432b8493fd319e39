import { useState } from 'react';
import { paths } from '#contract/platform/paths.ts';
import { FilterChip } from '#web/platform/lists/filter-chip.tsx';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { useCategoryName } from '#web/features/community/groups/categories.ts';
import { accessFacts, type AccessFact } from '#contract/events/venue/access-facts.ts';
import { accessWords } from '#contract/events/venue/access-words.ts';
import type { EventFilters } from './event-filters.ts';
import { nearInWords } from '#web/features/base/accounts/near-words.ts';
import { daysOf, isSpan, namedSpans } from '#web/features/events/month/spans.ts';

/** Links that set or remove one filter and keep the others. */
export function QuickFilters({ filters }: { filters: EventFilters }) {
  const [now] = useState(() => new Date());
  const category = useCategoryName(filters.category);
  const spans = filters.view ? [] : namedSpans(now);
  const chosen = spans.find(({ span }) => isSpan(filters, span));
  const days = chosen ? undefined : daysOf(filters);
  const to = (change: EventFilters) =>
    filteredPath(paths.events, { ...filters, cursor: undefined, ...change });
  const facts = accessFacts.filter((fact) => filters.access?.split(',').includes(fact));
  const otherFacts = facts.filter((fact) => fact !== 'stepFreeEntrance');
  const toggled = (fact: AccessFact) => ({
    access:
      accessFacts.filter((each) => facts.includes(each) !== (each === fact)).join(',') || undefined,
  });
  const anyDay = { from: undefined, to: undefined, when: undefined };
  return (
    <ul aria-label="Quick filters" className="contents">
      {filters.q && <FilterChip href={to({ q: undefined })} removes label={`“${filters.q}”`} />}
      {filters.location && (
        <FilterChip href={to({ location: undefined })} removes label={`In ${filters.location}`} />
      )}
      {category && <FilterChip href={to({ category: undefined })} removes label={category} />}
      {filters.near && (
        <FilterChip
          href={to({ near: undefined, within: undefined })}
          removes
          label={nearInWords(filters.near, filters.within)}
        />
      )}
      {otherFacts.map((fact) => (
        <FilterChip key={fact} href={to(toggled(fact))} removes label={accessWords[fact].label} />
      ))}
      {filters.online && (
        <FilterChip
          href={to({ online: undefined })}
          removes
          label={filters.online === 'true' ? 'Online' : 'In person'}
        />
      )}
      {days && <FilterChip href={to(anyDay)} removes label={days} />}
      {spans.map(({ label, span }) => (
        <FilterChip
          key={label}
          set={label === chosen?.label}
          label={label}
          href={to(label === chosen?.label ? anyDay : { ...anyDay, ...span })}
        />
      ))}
      <FilterChip
        set={filters.free !== undefined}
        label="Free"
        href={to({ free: filters.free === undefined ? 'true' : undefined })}
      />
      <FilterChip
        set={facts.includes('stepFreeEntrance')}
        label="Step-free"
        href={to(toggled('stepFreeEntrance'))}
      />
    </ul>
  );
}
