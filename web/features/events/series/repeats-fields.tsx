import { capitalise } from '#contract/platform/counted.ts';
import { useId, type ReactNode } from 'react';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { RadioCards, Checkbox } from '#web/ui/choices.tsx';
import { Hint, InputField, SelectField } from '#web/ui/field.tsx';
import { Options } from '#web/ui/options.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import {
  longestInterval,
  mostDates,
  weekdayNames,
  weekdays,
  type Weekday,
} from '#contract/events/series/recurrence.ts';
import {
  firstDay,
  monthlyOf,
  placesOf,
  placeText,
  defaultPlace,
  type FirstDay,
  type Repeats,
} from './repeats.ts';

interface RepeatsFieldsProps {
  value: Repeats;
  onValueChange: (value: Repeats) => void;
  /** The first date's start, as a `datetime-local` value. */
  start: string;
  /** The current rule in words. Without one, the event may also not repeat. */
  currentRule?: string | undefined;
  error?: string | undefined;
  /** The content below the fields, once the event repeats. */
  children?: ReactNode;
  inputRef?: ((input: HTMLSelectElement | null) => void) | undefined;
}

/** Chooses how an event repeats, with options based on its first date, and when it stops. */
export function RepeatsFields({
  value,
  onValueChange,
  start,
  currentRule,
  error,
  children,
  inputRef,
}: RepeatsFieldsProps) {
  const heading = useId();
  const first = firstDay(start);
  const change = (changes: Partial<Repeats>) => onValueChange({ ...value, ...changes });
  const options = choicesFor(first, currentRule);
  const follows = value.choice !== 'no' && value.choice !== 'kept';
  return (
    <div
      role="group"
      aria-labelledby={heading}
      className="grid min-w-0 gap-6 border-t border-line pt-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-xl">
          Repeats
        </h2>
        <GuideLink guide="weekly-class" />
      </div>
      <SelectField
        label="How often"
        error={error}
        ref={inputRef}
        value={value.choice}
        onChange={({ target }) => {
          const chosen = options.find(([choice]) => choice === target.value);
          if (chosen) change({ choice: chosen[0] });
        }}
      >
        <Options of={options} />
      </SelectField>
      {value.choice === 'custom' && first && <Custom {...{ value, change, first }} />}
      {follows && <Ends {...{ value, change, start }} />}
      {follows && children}
    </div>
  );
}

type Option = readonly [Repeats['choice'], string];

function choicesFor(first: FirstDay | undefined, currentRule: string | undefined): Option[] {
  const unchanged: Option =
    currentRule === undefined ? ['no', "Doesn't repeat"] : ['kept', `No change: ${currentRule}`];
  const on = first ? ` on ${weekdayNames[first.weekday]}` : '';
  return [
    unchanged,
    ['weekly', `Every week${on}`],
    ['fortnightly', `Every two weeks${on}`],
    ['weekday', `Monthly on ${first ? placeText(defaultPlace(first), first) : 'the same weekday'}`],
    ['day', `Monthly on ${first ? placeText('day', first) : 'the same date'}`],
    ['custom', 'Custom: several days or longer gaps'],
  ];
}

interface PartProps {
  value: Repeats;
  change: (changes: Partial<Repeats>) => void;
}

function Custom({ value, change, first }: PartProps & { first: FirstDay }) {
  const isWeekly = value.frequency === 'WEEKLY';
  return (
    <>
      <RadioCards
        name="frequency"
        legend="Repeat every"
        value={value.frequency}
        onChange={({ target }) =>
          change({ frequency: target.value === 'MONTHLY' ? 'MONTHLY' : 'WEEKLY' })
        }
        options={[
          { value: 'WEEKLY', label: 'Week' },
          { value: 'MONTHLY', label: 'Month' },
        ]}
      />
      <Stepper
        label={isWeekly ? 'Weeks between dates' : 'Months between dates'}
        hint={`1 to ${longestInterval}`}
        min={1}
        max={longestInterval}
        value={value.interval}
        onValueChange={(interval) => change({ interval })}
      />
      {isWeekly ? (
        <Weekdays {...{ value, change, first }} />
      ) : (
        <RadioCards
          name="monthly"
          legend="Repeat on"
          value={monthlyOf(value, first)}
          onChange={({ target }) =>
            change({ monthly: placesOf(first).find((place) => place === target.value) ?? 'nth' })
          }
          options={placesOf(first).map((place) => ({
            value: place,
            label: capitalise(placeText(place, first)),
          }))}
        />
      )}
    </>
  );
}

function Weekdays({ value, change, first }: PartProps & { first: FirstDay }) {
  const id = useId();
  const flip = (day: Weekday, on: boolean) =>
    change({ byDay: weekdays.filter((each) => (each === day ? on : value.byDay.includes(each))) });
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="mb-1.5 font-semibold">On</legend>
      <Hint id={id}>
        {weekdayNames[first.weekday]} is the first date's day, so it's always included.
      </Hint>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            label={weekdayNames[day]}
            checked={day === first.weekday || value.byDay.includes(day)}
            aria-disabled={day === first.weekday || undefined}
            onChange={({ target }) => flip(day, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Ends({ value, change, start }: PartProps & { start: string }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
      <RadioCards
        name="ends"
        legend="Ends"
        columns={1}
        value={value.ends}
        onChange={({ target }) => change({ ends: target.value === 'until' ? 'until' : 'count' })}
        options={[
          { value: 'count', label: 'After a number of dates' },
          { value: 'until', label: 'On a day' },
        ]}
      />
      {value.ends === 'count' ? (
        <Stepper
          label="Number of dates"
          hint={`1 to ${mostDates}`}
          min={1}
          max={mostDates}
          value={value.count}
          onValueChange={(count) => change({ count })}
        />
      ) : (
        <InputField
          label="Last day"
          hint="A date on this day is included."
          type="date"
          min={start.slice(0, 10)}
          max="9999-12-31"
          value={value.until}
          onChange={({ target }) => change({ until: target.value })}
        />
      )}
    </div>
  );
}
