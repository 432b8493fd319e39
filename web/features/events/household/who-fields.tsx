import type { ChildHere, Who } from '#contract/events/household.ts';
import { Checkbox } from '#web/ui/choices.tsx';

interface WhoFieldsProps {
  who: Who;
  household: ChildHere[];
  onChange: (who: Who) => void;
}

/** Chooses who comes: the member, and which of their children. */
export default function WhoFields({ who, household, onChange }: WhoFieldsProps) {
  const toggle = (id: number) =>
    onChange({
      ...who,
      household: who.household.includes(id)
        ? who.household.filter((each) => each !== id)
        : [...who.household, id],
    });
  return (
    <fieldset className="needs-script flex flex-wrap gap-x-6 gap-y-2.5">
      <legend className="mb-2 font-semibold">Who’s coming?</legend>
      <Checkbox
        label="You"
        checked={who.self}
        onChange={() => onChange({ ...who, self: !who.self })}
      />
      {household.map((child) => (
        <Checkbox
          key={child.id}
          label={<span dir="auto">{child.firstName}</span>}
          description={standingOf(child)}
          checked={who.household.includes(child.id)}
          onChange={() => toggle(child.id)}
        />
      ))}
    </fieldset>
  );
}

/** The other adult's answer. */
function standingOf({ status, answeredBy }: ChildHere): string | undefined {
  if (status === null || answeredBy === null) return undefined;
  return status === 'going'
    ? `Coming, as ${answeredBy} has said`
    : `On the waiting list, as ${answeredBy} has said`;
}

/**
 * Returns who comes with the member's own answer. Before one (`self` is null) it suggests the
 * children where the event is for them, and else the member.
 */
export function whoComes(household: ChildHere[], self: boolean | null, forChildren: boolean): Who {
  const own = household.filter(
    ({ status, answeredBy }) => !answeredBy && (self === null ? forChildren : status),
  );
  return { self: self ?? own.length === 0, household: own.map(({ id }) => id) };
}

export const countOf = ({ self, household }: Who): number => Number(self) + household.length;
