import { useState } from 'react';
import { isPhone, notAPhone } from '#contract/events/form-words.ts';
import type { ChildHere, Who } from '#contract/events/household.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { InputField } from '#web/ui/field.tsx';

interface WhoFieldsProps {
  who: Who;
  household: ChildHere[];
  onChange: (who: Who) => void;
  phone: string;
  onPhone: (phone: string) => void;
  /** Saves the number at once. Without it the next press sends it. */
  onPhoneLeft?: () => void;
}

/** Chooses who comes: the member, and which of their children; for those it asks for a number. */
export default function WhoFields(props: WhoFieldsProps) {
  const { who, household, onChange } = props;
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
          description={statusOf(child)}
          checked={who.household.includes(child.id)}
          onChange={() => toggle(child.id)}
        />
      ))}
      {who.household.length > 0 && <PhoneField {...props} />}
    </fieldset>
  );
}

/** Asks for the number of the adult whom organisers call about a child. */
function PhoneField({ phone, onPhone, onPhoneLeft }: WhoFieldsProps) {
  const [left, setLeft] = useState(false);
  const isWrong = phone !== '' && !isPhone(phone);
  return (
    <InputField
      label="Your phone number"
      optional
      hint="Organisers see it from the day before. After the event we delete it."
      error={left && isWrong ? notAPhone : undefined}
      className="mt-2 w-full"
      type="tel"
      autoComplete="tel"
      maxLength={40}
      value={phone}
      onChange={({ target }) => onPhone(target.value.trimStart())}
      onBlur={() => {
        setLeft(true);
        if (!isWrong) onPhoneLeft?.();
      }}
    />
  );
}

/** The other adult's answer. */
function statusOf({ status, answeredBy }: ChildHere): string | undefined {
  if (status === null || answeredBy === null) return undefined;
  return status === 'going'
    ? `Coming, as ${answeredBy} has said`
    : `On the waiting list, as ${answeredBy} has said`;
}

/**
 * Returns who comes with the member's own answer. Before one (`self` is null) it suggests the
 * children where the event is for them, and else the member.
 */
export function partyWords(
  household: ChildHere[],
  self: boolean | null,
  forChildren: boolean,
): Who {
  const own = household.filter(
    ({ status, answeredBy }) => !answeredBy && (self === null ? forChildren : status),
  );
  return { self: self ?? own.length === 0, household: own.map(({ id }) => id) };
}

export const countPeople = ({ self, household }: Who): number => Number(self) + household.length;
