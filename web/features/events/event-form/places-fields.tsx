import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { largestCapacity, maxGuests } from '#contract/platform/limits.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { DateTimeField } from '#web/ui/date-time-field.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { UncheckedValue } from '#web/platform/forms/posted.tsx';
import { today, type EventFormOf } from './event-values.ts';

/** The number of places, guests per member, and the deadline for RSVPs. */
export function PlacesFields({ form }: { form: EventFormOf }) {
  const heading = useId();
  const capacity = useWatch({ control: form.control, name: 'capacity' });
  return (
    <div
      role="group"
      aria-labelledby={heading}
      className="grid min-w-0 gap-6 border-t border-line pt-6"
    >
      <h2 id={heading} className="text-xl">
        Places
      </h2>
      <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
        <InputField
          label="Number of places"
          optional
          hint={`1 to ${largestCapacity.toLocaleString('en-GB')}, guests included`}
          {...registerShown(form, 'capacity')}
          inputMode="numeric"
          autoComplete="off"
        />
        <Guests form={form} />
      </div>
      <Closing form={form} />
      <UncheckedValue name="waitlistEnabled" />
      {capacity.trim() === '' ? (
        <noscript>{import.meta.env.SSR && <WaitingList form={form} />}</noscript>
      ) : (
        <WaitingList form={form} />
      )}
    </div>
  );
}

const WaitingList = ({ form }: { form: EventFormOf }) => (
  <Checkbox
    {...registerShown(form, 'waitlistEnabled')}
    label="Waiting list"
    description="When it's full, people can join a waiting list. We'll offer them a place when one is free."
  />
);

function Guests({ form }: { form: EventFormOf }) {
  const { field, fieldState } = useController({ name: 'guestsAllowed', control: form.control });
  const { onChange, ...rest } = field;
  return (
    <Stepper
      {...rest}
      label="Guests per person"
      hint={`0 to ${maxGuests}. Each guest takes a place.`}
      max={maxGuests}
      onValueChange={onChange}
      error={fieldState.error?.message}
    />
  );
}

function Closing({ form }: { form: EventFormOf }) {
  const { field, fieldState } = useController({ name: 'rsvpClosesAt', control: form.control });
  const { onChange, ...rest } = field;
  return (
    <DateTimeField
      {...rest}
      label="RSVPs close"
      optional
      hint="UK time, before the event starts"
      min={today()}
      onValueChange={onChange}
      error={fieldState.error?.message}
    />
  );
}
