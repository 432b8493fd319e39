import { accessFacts } from '#contract/events/venue/access-facts.ts';
import { accessWords } from '#contract/events/venue/access-words.ts';
import { SelectFilter, type FilterProps } from '#web/platform/lists/filters.tsx';

interface MoreFiltersProps {
  access: FilterProps;
  online: FilterProps;
}

/** Filters by access facts, and by whether people take part online. */
export default function MoreFilters({ access, online }: MoreFiltersProps) {
  const chosen = access.value.split(',').filter(Boolean);
  const toggle = (fact: string, isOn: boolean) =>
    access.onChange(
      accessFacts.filter((each) => (each === fact ? isOn : chosen.includes(each))).join(','),
    );
  return (
    <details data-more-filters="" className="col-span-full">
      <summary className="w-fit py-2 font-semibold">
        Access and online
        {chosen.length > 0 && (
          <span className="font-normal text-muted"> ({chosen.length} chosen)</span>
        )}
      </summary>
      <fieldset className="mt-2 mb-4">
        <legend className="mb-2 text-sm text-muted">
          Shows events whose organisers say yes to all that you tick.
        </legend>
        <div className="ticks grid gap-x-4 gap-y-1 min-[22rem]:grid-cols-2 lg:grid-cols-4">
          {accessFacts.map((fact) => (
            <label key={fact}>
              <input
                type="checkbox"
                name="access"
                value={fact}
                checked={chosen.includes(fact)}
                onChange={(event) => toggle(fact, event.target.checked)}
                className="tick"
              />
              {accessWords[fact].label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="max-w-64">
        <SelectFilter {...online} label="Online">
          <option value="">Online or in person</option>
          <option value="true">Online</option>
          <option value="false">In person only</option>
        </SelectFilter>
      </div>
    </details>
  );
}
