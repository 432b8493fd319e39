import { useFormContext } from 'react-hook-form';
import { countries, type Account } from '../../../contract/accounts.ts';
import { TownField } from '../locations/town-field.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Field, Input, NativeSelect, Textarea } from '../../ui/field.tsx';
import { splitLocation } from './location.ts';

/** What the Complete Profile screen and the Edit dialog both ask for. */
export interface ProfileValues {
  lastName: string;
  city: string;
  country: (typeof countries)[number];
  bio: string;
  phoneNumber: string;
  smsNotifications: boolean;
}

export const profileValuesOf = (user: Account): ProfileValues => ({
  lastName: user.lastName ?? '',
  ...splitLocation(user.location),
  bio: user.bio ?? '',
  phoneNumber: user.phoneNumber ?? '',
  smsNotifications: user.smsNotifications,
});

interface Demand {
  optional?: boolean;
}

export function LastNameField({ optional = false, hint }: Demand & { hint?: string }) {
  const { register, formState } = useFormContext<ProfileValues>();
  return (
    <Field
      label="Last Name"
      hint={hint}
      optional={optional}
      error={formState.errors.lastName?.message}
    >
      {(control) => <Input {...control} {...register('lastName')} autoComplete="family-name" />}
    </Field>
  );
}

export function PlaceFields({ optional = false, hint }: Demand & { hint?: string }) {
  const { register, control: formControl, formState } = useFormContext<ProfileValues>();
  return (
    <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
      <TownField
        control={formControl}
        name="city"
        label="City or Town"
        hint={hint}
        optional={optional}
      />
      <Field
        label="Country"
        hint={hint && 'Where your groups will meet'}
        error={formState.errors.country?.message}
      >
        {(control) => (
          <NativeSelect {...control} {...register('country')} autoComplete="country-name">
            {countries.map((country) => (
              <option key={country}>{country}</option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}

interface BioFieldProps extends Demand {
  label: string;
  hint: string;
}

export function BioField({ label, hint, optional = false }: BioFieldProps) {
  const { register, formState } = useFormContext<ProfileValues>();
  return (
    <Field label={label} hint={hint} optional={optional} error={formState.errors.bio?.message}>
      {(control) => <Textarea {...control} {...register('bio')} />}
    </Field>
  );
}

export function ContactFields() {
  const { register, formState } = useFormContext<ProfileValues>();
  return (
    <>
      <Field
        label="Phone Number"
        hint="Only used for text messages, and only if you ask for them below."
        optional
        error={formState.errors.phoneNumber?.message}
      >
        {(control) => (
          <Input {...control} {...register('phoneNumber')} type="tel" autoComplete="tel" />
        )}
      </Field>
      <Checkbox
        label="Enable SMS Notifications"
        description="Event reminders and changes, direct messages, group updates, cancellations or time changes."
        {...register('smsNotifications')}
      />
    </>
  );
}
